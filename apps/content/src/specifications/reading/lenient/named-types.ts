import type { JsonObject } from '../json';

/** The types of JSON Schema. */
export const jsonTypes: ReadonlySet<string> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
]);

const of = (type: string, format?: string): JsonObject => ({ type, ...(format && { format }) });

/** Common names of types, in lower case. */
const names: Readonly<Record<string, JsonObject>> = {
  ...Object.fromEntries(['str', 'text', 'char', 'varchar'].map((name) => [name, of('string')])),
  ...Object.fromEntries(['uuid', 'email', 'password', 'time', 'uri', 'byte'].map((name) => [name, of('string', name)])),
  date: of('string', 'date'),
  datetime: of('string', 'date-time'),
  'date-time': of('string', 'date-time'),
  timestamp: of('string', 'date-time'),
  guid: of('string', 'uuid'),
  url: of('string', 'uri'),
  file: of('string', 'binary'),
  binary: of('string', 'binary'),
  int: of('integer'),
  int32: of('integer', 'int32'),
  int64: of('integer', 'int64'),
  long: of('integer', 'int64'),
  float: of('number', 'float'),
  double: of('number', 'double'),
  decimal: of('number'),
  bool: of('boolean'),
  list: of('array'),
  set: of('array'),
  dict: of('object'),
  map: of('object'),
  hash: of('object'),
  obj: of('object'),
  any: {},
  mixed: {},
};

/** The type with a common name; undefined for an unknown name. */
export function namedType(name: string): JsonObject | undefined {
  const plain = name.trim().toLowerCase();
  if (jsonTypes.has(plain)) return of(plain);
  if (plain.endsWith('[]')) {
    const items = namedType(plain.slice(0, -2));
    return items && { type: 'array', items };
  }
  return Object.hasOwn(names, plain) ? { ...names[plain] } : undefined;
}
