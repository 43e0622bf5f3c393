import {
  ApiError,
  fieldsOf,
  invalid,
  isPlainText,
  pathNames,
  SchemaRegistry,
  type Dto,
  type Endpoint,
  type Schema,
} from '@bindery/contracts';

export type Arguments = Record<string, unknown>;

/** An operation in the form that a model gets. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: Schema & { type: 'object'; $defs?: Record<string, Schema> };
  /** Whether it only reads. */
  readOnly: boolean;
  /** The answer of the operation, as text for a model. Throws `ApiError`. */
  call(given: Arguments): Promise<string>;
}

/** The maximum of characters of a name or id. */
const longestParam = 2_048;

type OperationInput = Pick<Endpoint, 'path' | 'query' | 'body'>;

/**
 * The input of an operation as one flat object: the names of its path, its query and its body. `hidden` are fields that the
 * caller does not choose.
 */
export function inputSchemaOf(
  { path, query, body }: OperationInput,
  hidden: readonly string[] = [],
): Tool['inputSchema'] {
  const registry = new SchemaRegistry('#/$defs/');
  const properties: Record<string, Schema> = {};
  const required = pathNames(path);
  for (const name of required) properties[name] = { type: 'string', minLength: 1, maxLength: longestParam };
  for (const dto of [query, body]) {
    if (!dto) continue;
    const defaults = new dto() as Arguments;
    for (const field of fieldsOf(dto)) {
      if (hidden.includes(field.name)) continue;
      if (field.name in properties) throw new Error(`Two fields of ${path} are named ${field.name}`);
      const fallback = defaults[field.name];
      properties[field.name] = { ...registry.field(field), ...(fallback !== undefined && { default: fallback }) };
      if (!field.optional && fallback === undefined) required.push(field.name);
    }
  }
  const schema = { type: 'object' as const, properties, required, additionalProperties: false };
  return Object.keys(registry.schemas).length > 0 ? { ...schema, $defs: registry.schemas } : schema;
}

/** Throws 400 for names that the tool does not know: a model that misspells a name gets an error. */
export function requireKnown(given: Arguments, { properties = {} }: Schema): void {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length === 0) return;
  const known = Object.keys(properties).join(', ');
  throw new ApiError(
    400,
    `There is no argument ${unknown[0]!.slice(0, 100)}: the tool takes ${known || 'none'}`,
    unknown.slice(0, 10).map((field) => ({ field: field.slice(0, 100), message: 'is not known' })),
  );
}

/**
 * The arguments that are path parameters. Throws 400, and names the argument, for one that is no valid name: `.` and
 * `..` would address another operation, however they are escaped.
 */
export function paramsOf(path: string, given: Arguments): Record<string, string> {
  return Object.fromEntries(pathNames(path).map((name) => [name, paramOf(name, given[name])]));
}

function paramOf(name: string, given: unknown): string {
  const value = nameIn(given);
  if (value !== undefined) return value;
  if (given === '.' || given === '..') throw invalid(name, `${name} must be the id or name of an object, not ${given}`);
  throw invalid(
    name,
    `${name} must be the id or name of an object, with 1 to ${longestParam} characters and without U+0000`,
  );
}

function nameIn(given: unknown): string | undefined {
  const value = typeof given === 'number' ? String(given) : given;
  return isPlainText(value) && !['', '.', '..'].includes(value) && value.length <= longestParam ? value : undefined;
}

/** The valid path parameters: the object of a call, as far as it is known. */
export const validParamsOf = (path: string, given: Arguments): Record<string, string> =>
  Object.fromEntries(
    pathNames(path).flatMap((name) => {
      const value = nameIn(given[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The path of a request of the operation: each parameter becomes exactly one segment. */
export const pathWith = (path: string, params: Record<string, string>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));

/** The arguments that are fields of a DTO. */
export const ofDto = (given: Arguments, dto: Dto | undefined): Arguments =>
  dto ? Object.fromEntries(fieldsOf(dto).flatMap(({ name }) => (name in given ? [[name, given[name]]] : []))) : {};
