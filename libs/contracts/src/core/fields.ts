import { ValidateBy, ValidateIf, ValidateNested, type ValidationArguments } from 'class-validator';
import { declareField, type Dto, type Field, type Schema } from './schema';
import { asUri, isUri, parsedUrl } from './uri';

/** The options of any field besides its type. `optional` permits that it is absent, `nullable` that it is null. */
export interface FieldOptions {
  optional?: boolean;
  nullable?: boolean;
  /** A text that callers got from the platform and send back, such as the page of a list; no user writes it. */
  token?: boolean;
  /** The field holds a list of such values. */
  array?: boolean | { min?: number; max?: number };
  description?: string;
}

/** A check of one value: true, or what the value must be ("must be a string"). */
type Check = (value: unknown) => true | string;

/**
 * Declares a field. `read` converts texts first; the value has to pass `check`, and `schema` documents it. Every other decorator
 * here is made of this one.
 */
export function Value(
  schema: Schema,
  check: Check,
  options: FieldOptions = {},
  read?: Field['read'],
): PropertyDecorator {
  return (target, property) => {
    const { optional = false, nullable = false, array = false, token = false, description } = options;
    declareField(target, { name: String(property), schema, optional, nullable, array, token, description, read });
    present(options)(target, property);
    validated(array ? listOf(check, array) : check)(target, property);
  };
}

function present({ optional, nullable }: FieldOptions): PropertyDecorator {
  return ValidateIf((_, value) => !(optional && value === undefined) && !(nullable && value === null));
}

function validated(check: Check): PropertyDecorator {
  return ValidateBy({
    name: 'value',
    validator: {
      validate: (value) => check(value) === true,
      defaultMessage: (args?: ValidationArguments) => `${args!.property} ${String(check(args!.value))}`,
    },
  });
}

function listOf(check: Check, bounds: true | { min?: number; max?: number }): Check {
  const { min = 0, max = 1000 } = bounds === true ? {} : bounds;
  return (value) => {
    if (!Array.isArray(value)) return 'must be a list';
    if (value.length < min || value.length > max) return `must hold ${min} to ${max} items`;
    for (const item of value) {
      const result = check(item);
      if (result !== true) return `must hold items of which each ${result}`;
    }
    return true;
  };
}

export interface TextOptions extends FieldOptions {
  /** Bounds in code points. */
  min?: number;
  max?: number;
  pattern?: RegExp;
  format?: string;
}

/** Whether a value is a text that Postgres can store: without U+0000 and without lone surrogates. */
export const isPlainText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed();

/** Text without U+0000, which Postgres cannot store. */
export function Text({ min = 0, max = 65_536, pattern, format, ...options }: TextOptions = {}) {
  const schema: Schema = { type: 'string', ...(min && { minLength: min }), maxLength: max };
  if (pattern) schema.pattern = pattern.source;
  if (format) schema.format = format;
  const check: Check = (value) => {
    if (typeof value !== 'string') return 'must be a string';
    if (value.includes('\0')) return 'must not hold the character U+0000';
    if (!value.isWellFormed()) return 'must be well-formed Unicode';
    const length = value.length <= max && value.length >= min * 2 ? value.length : [...value].length;
    if (length < min || length > max)
      return min ? `must be ${min} to ${max} characters long` : `must be at most ${max} characters long`;
    return !pattern || pattern.test(value) || `must match ${String(pattern)}`;
  };
  return Value(schema, check, options);
}

const id = { min: 1, max: 64, pattern: /^[A-Za-z0-9_-]+$/ };

/** An id of the platform: up to 64 letters, digits, `_` and `-`. */
export const Id = (options: FieldOptions = {}) => Text({ ...id, ...options });

/** Whether a value has the form of an id, for values that no field declares. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= id.max && id.pattern.test(value);

/** An absolute http or https address, as a URI. Other characters that browsers permit are escaped as browsers escape them. */
export function Url({ max = 2048, ...options }: FieldOptions & { max?: number } = {}) {
  return Value(
    { type: 'string', format: 'uri', maxLength: max },
    (value) => {
      if (typeof value !== 'string' || value.length > max) return `must be a URL of at most ${max} characters`;
      return (isUri(value) && parsedUrl(value) !== undefined) || 'must be an http or https URL';
    },
    options,
    // A text that is too long is rejected before it is escaped, so that no caller can cause that work.
    (value) => (value.length > max ? value : asUri(value)),
  );
}

const moment = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-](?:0\d|1[0-5]):[0-5]\d)?)?$/;
const firstMoment = Date.parse('0001-01-01T00:00:00Z');
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z');

/** An ISO 8601 date, or date and time, in the form of RFC 3339; undefined for any other text, many of which `Date.parse` accepts. */
function asMoment(value: string): string | undefined {
  const [, day, time, offset] = moment.exec(value) ?? [];
  // JavaScript reads a time without an offset in the time zone of the process.
  const at = Date.parse(time && !offset ? `${value}Z` : value);
  if (!day || !(at >= firstMoment && at <= lastMoment)) return undefined;
  // JavaScript reads 30 February as a day of March.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? new Date(at).toISOString() : undefined;
}

/**
 * A time in the years 1 to 9999, stored to the millisecond as a `date-time` of RFC 3339 in UTC. Reads any date, or date and time,
 * of ISO 8601; one without an offset is in UTC.
 */
export const Timestamp = (options: FieldOptions = {}) =>
  Value(
    { type: 'string', format: 'date-time' },
    (value) => (typeof value === 'string' && asMoment(value) === value) || 'must be an ISO 8601 date and time',
    options,
    (value) => asMoment(value) ?? value,
  );

export function OneOf<const T extends readonly (string | null)[]>(values: T, options: FieldOptions = {}) {
  const named = values.filter((value) => value !== null);
  return Value(
    { type: 'string', enum: named },
    (value) => named.includes(value as string) || `must be one of ${named.join(', ')}`,
    options,
  );
}

export const Const = (value: string, options: FieldOptions = {}) =>
  Value({ type: 'string', const: value }, (given) => given === value || `must be ${value}`, options);

export const Flag = (options: FieldOptions = {}) =>
  Value({ type: 'boolean' }, (value) => typeof value === 'boolean' || 'must be true or false', options);

interface NumberOptions extends FieldOptions {
  min?: number;
  max?: number;
}

export function Int({ min = 0, max = Number.MAX_SAFE_INTEGER, ...options }: NumberOptions = {}) {
  return Value(
    { type: 'integer', minimum: min, maximum: max },
    (value) =>
      (Number.isInteger(value) && Number(value) >= min && Number(value) <= max) ||
      `must be a whole number from ${min} to ${max}`,
    options,
  );
}

export function Float({ min = -Number.MAX_VALUE, max = Number.MAX_VALUE, ...options }: NumberOptions = {}) {
  return Value(
    { type: 'number' },
    (value) => (typeof value === 'number' && value >= min && value <= max) || 'must be a number',
    options,
  );
}

const forbiddenKeys = ['__proto__', 'constructor', 'prototype'];

/** A map from names to values of one kind. Names that could reach an object's prototype are refused. */
export function MapOf(schema: Schema, check: Check, { max = 1000, ...options }: FieldOptions & { max?: number } = {}) {
  return Value(
    { type: 'object', additionalProperties: schema },
    (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
      const entries = Object.entries(value);
      if (entries.length > max) return `must hold at most ${max} entries`;
      for (const [key, item] of entries) {
        if (forbiddenKeys.includes(key)) return `must not have the key ${key}`;
        const result = check(item);
        if (result !== true) return `must hold values of which each ${result} (${key})`;
      }
      return true;
    },
    options,
  );
}

/** Another DTO, or a list of them. */
export function Nested<T extends object>(dto: () => Dto<T>, options: FieldOptions = {}): PropertyDecorator {
  return nested(() => [dto()], undefined, options);
}

/** One of several DTOs, distinguished by the value of `discriminator`, which each declares with `Const` or `OneOf`. */
export function Union(discriminator: string, dtos: () => Dto[], options: FieldOptions = {}): PropertyDecorator {
  return nested(dtos, discriminator, options);
}

function nested(dtos: () => Dto[], discriminator: string | undefined, options: FieldOptions): PropertyDecorator {
  return (target, property) => {
    const { optional = false, nullable = false, array = false, description } = options;
    declareField(target, {
      name: String(property),
      schema: {},
      dtos,
      discriminator,
      optional,
      nullable,
      array,
      description,
    });
    present(options)(target, property);
    const shape: Check = array ? listOf(isInstance(dtos, discriminator), array) : isInstance(dtos, discriminator);
    validated(shape)(target, property);
    ValidateNested({ each: Boolean(array) })(target, property);
  };
}

function isInstance(dtos: () => Dto[], discriminator?: string): Check {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
    if (dtos().some((dto) => value instanceof dto)) return true;
    return `must have a known ${discriminator ?? 'shape'}`;
  };
}
