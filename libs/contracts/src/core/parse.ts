import { validateSync, type ValidationError } from 'class-validator';
import { ApiError, type ErrorDetail } from './errors';
import { choiceOf, fieldsOf, type Dto, type Field } from './schema';
import { keepRules } from './validation-rules';

type Plain = Record<string, unknown>;

keepRules();

/**
 * Builds and validates a DTO from JSON. Drops unknown fields; absent fields have the defaults of the class.
 * Throws 400 that names every invalid field, each prefixed with `source` ("body" or "query").
 */
export function parse<T extends object>(dto: Dto<T>, value: unknown, source: string): T {
  const choice = choiceOf(dto);
  if (choice) return parseMany(choice.item, choice.max, value, source) as T;
  if (value === undefined || value === null) value = {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new ApiError(400, `The ${source} must be a JSON object`, [
      { field: source, message: 'must be a JSON object' },
    ]);
  }
  const instance = build(dto, value as Plain);
  const details = validateSync(instance, { forbidUnknownValues: false }).flatMap((error) => describe(error, source));
  if (details.length > 0) throw new ApiError(400, details[0]!.message, details);
  return instance;
}

function parseMany(item: Dto, max: number, value: unknown, source: string): object[] {
  if (!Array.isArray(value)) return [parse(item, value, source)];
  if (value.length === 0 || value.length > max) {
    const message = `must hold 1 to ${max} items`;
    throw new ApiError(400, `The ${source} ${message}`, [{ field: source, message }]);
  }
  return value.map((one, index) => parse(item, one, `${source}[${index}]`));
}

/** Like `parse`, for a query string, whose values are all text: numbers, booleans and lists are read by the field's type. */
export function parseQuery<T extends object>(dto: Dto<T>, raw: Plain | undefined): T {
  const query: Plain = {};
  for (const field of fieldsOf(dto)) {
    const value = raw?.[field.name];
    // The public client sends null as the text "null". In a text that users write, it is a word.
    if (value === undefined || (value === 'null' && !isWritten(field))) continue;
    query[field.name] = field.array ? [value].flat().map((item) => read(field, item)) : read(field, value);
  }
  return parse(dto, query, 'query');
}

/** Whether a field has any text that a user writes, such as the words of a search: no id, token, time or choice. */
const isWritten = ({ schema: { type, pattern, format, enum: choices, const: only }, token }: Field): boolean =>
  type === 'string' && !token && [pattern, format, choices, only].every((bound) => bound === undefined);

function read({ schema }: Field, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (schema.type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (schema.type === 'integer' || schema.type === 'number')
    return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return value;
}

function build<T extends object>(dto: Dto<T>, value: Plain): T {
  const instance = new dto() as T & Plain;
  for (const field of fieldsOf(dto)) {
    const given = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    if (given === undefined) continue;
    (instance as Plain)[field.name] =
      field.array && Array.isArray(given) ? given.map((item) => inner(field, item)) : inner(field, given);
  }
  return instance;
}

function inner(field: Field, value: unknown): unknown {
  if (field.read && typeof value === 'string') return field.read(value);
  if (!field.dtos || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const dto = choose(field, value as Plain);
  return dto ? build(dto, value as Plain) : value;
}

function choose({ dtos, discriminator }: Field, value: Plain): Dto | undefined {
  const candidates = dtos!();
  if (!discriminator) return candidates[0];
  return candidates.find((dto) => {
    const schema = fieldsOf(dto).find((field) => field.name === discriminator)?.schema;
    return schema && (schema.const === value[discriminator] || schema.enum?.includes(value[discriminator]));
  });
}

function describe(error: ValidationError, path: string): ErrorDetail[] {
  const field = `${path}.${error.property}`;
  const own = Object.values(error.constraints ?? {})
    .slice(0, 1)
    .map((message) => ({ field, message }));
  return own.length > 0 ? own : (error.children ?? []).flatMap((child) => describe(child, field));
}
