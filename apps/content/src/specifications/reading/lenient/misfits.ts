import { isObject, type JsonObject } from '../json';

/** The maximum of values of one schema that are checked. */
const mostValues = 100;

const fits: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => typeof value === 'number' && Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: isObject,
  null: (value) => value === null,
};

/** The examples, defaults and enum values of a schema that do not match its type. */
export function misfits(schema: JsonObject): { field: string; text: string }[] {
  const types: unknown[] = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length === 0 || !types.every((type) => typeof type === 'string' && Object.hasOwn(fits, type))) return [];
  const found: { field: string; text: string }[] = [];
  const look = (field: string, value: unknown) => {
    if (value === undefined || types.some((type) => fits[type as string]!(value))) return;
    found.push({ field, text: JSON.stringify(value).slice(0, 80) });
  };
  look('example', schema.example);
  look('default', schema.default);
  look('const', schema.const);
  for (const field of ['examples', 'enum'])
    if (Array.isArray(schema[field]))
      for (const value of (schema[field] as unknown[]).slice(0, mostValues)) look(field, value);
  return found;
}
