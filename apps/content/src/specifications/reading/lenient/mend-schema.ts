import { below } from '../deviations';
import { isObject, objectOf, type JsonObject } from '../json';
import { misfits } from './misfits';
import type { MendContext, VisitedValue } from './mending';
import { jsonTypes, namedType } from './named-types';

/** Keywords that combine schemas. */
const compositions = ['allOf', 'oneOf', 'anyOf'] as const;

/** Converts a schema to the JSON Schema of OpenAPI 3.1, and reads invalid parts as they were meant. */
export function mendSchema(value: JsonObject, at: VisitedValue, mending: MendContext): void {
  mendType(value, at, mending);
  mendProperties(value, at, mending);
  mendRequired(value, at, mending);
  mendItems(value, at, mending);
  mendBounds(value, at, mending);
  for (const word of compositions) {
    const parts = value[word];
    if (parts !== undefined && !Array.isArray(parts) && !isObject(parts)) continue;
    if (Array.isArray(parts) && parts.length === 0) {
      mending.report('EMPTY', `${word} is empty`, at);
      delete value[word];
    }
  }
  mendNullable(value, at, mending);
  mendValues(value, at, mending);
  mendPattern(value, at, mending);
}

function mendType(value: JsonObject, at: VisitedValue, mending: MendContext): void {
  const { type } = value;
  if (type === undefined) return;
  const given: unknown[] = Array.isArray(type) ? type : [type];
  if (Array.isArray(type) && (mending.version === '2.0' || mending.version === '3.0'))
    mending.report('TYPE_LIST', 'type is one type before OpenAPI 3.1; the list is read', at);
  if (given.every((one) => typeof one === 'string' && jsonTypes.has(one))) return;
  const read: JsonObject[] = [];
  for (const one of given) {
    // YAML parses `type: null` as null.
    const name = one === null ? 'null' : one;
    if (isObject(one)) {
      mending.report('UNKNOWN_TYPE', 'type must be the name of a type; the object is read as the schema', at);
      read.push(one);
      continue;
    }
    const known = typeof name === 'string' ? namedType(name) : undefined;
    const model = typeof name === 'string' && !known && Object.hasOwn(objectOf(mending.components.schemas), name);
    const meant = known ?? (model ? { $ref: `#/components/schemas/${name}` } : undefined);
    const how = meant ? `it is read as ${JSON.stringify(meant)}` : 'it is shown as it is';
    // Only Swagger 2.0 has the type file, and only alone.
    if (!(mending.version === '2.0' && name === 'file'))
      mending.report('UNKNOWN_TYPE', `The type ${JSON.stringify(one)} is unknown; ${how}`, at);
    read.push(meant ?? { type: name });
  }
  delete value.type;
  if (read.length === 1) Object.assign(value, { ...read[0], ...value });
  else if (read.every((one) => typeof one.type === 'string' && Object.keys(one).length <= 2))
    Object.assign(value, { type: read.map((one) => one.type) });
  else value.anyOf = [...(Array.isArray(value.anyOf) ? (value.anyOf as unknown[]) : []), ...read];
}

/** Properties are a map; some authors write a list with names. */
function mendProperties(value: JsonObject, at: VisitedValue, mending: MendContext): void {
  const { properties } = value;
  if (!Array.isArray(properties)) return;
  mending.report('TYPE', 'properties must be an object; the list is read by the names in it', at);
  const entries = (properties as unknown[]).flatMap((one): [string, unknown][] => {
    const { name, ...schema } = objectOf(one);
    return typeof name === 'string' ? [[name, schema]] : Object.entries(objectOf(one));
  });
  value.properties = Object.fromEntries(entries);
}

/** `required` is a list of names, not a flag of a property. */
function mendRequired(value: JsonObject, at: VisitedValue, mending: MendContext): void {
  const names = Array.isArray(value.required) ? (value.required as unknown[]) : [];
  const marked: string[] = [];
  for (const [name, property] of Object.entries(objectOf(value.properties))) {
    if (!isObject(property)) continue;
    const { required } = property;
    const isMark = typeof required === 'boolean' || required === 'true' || required === 'false';
    if (!isMark) continue;
    mending.report(
      'REQUIRED',
      `required must be a list of names in the object of the properties; ${String(required)} is read as that of ${name}`,
      below(below(at, 'properties'), name),
    );
    delete property.required;
    if (String(required) === 'true' && !names.includes(name)) marked.push(name);
  }
  if (marked.length > 0) value.required = [...names, ...marked];
  if (typeof value.required !== 'boolean') return;
  mending.report('REQUIRED', 'required must be a list of names and is left out', at);
  delete value.required;
}

function mendItems(value: JsonObject, at: VisitedValue, mending: MendContext): void {
  if (Array.isArray(value.items)) {
    if (mending.version !== '2.0')
      mending.report('ITEMS', 'items must be one schema; the list is read as prefixItems', at);
    value.prefixItems ??= value.items;
    delete value.items;
  }
  const isList = value.type === 'array' && value.items === undefined && value.prefixItems === undefined;
  if (isList && mending.version !== '3.1' && mending.version !== '3.2')
    mending.report('MISSING', 'A schema of the type array must have items', at);
}

/** Before OpenAPI 3.1, a flag beside a limit marks it as exclusive. */
function mendBounds(value: JsonObject, at: VisitedValue, mending: MendContext): void {
  for (const [mark, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const given = value[mark];
    if (typeof given !== 'boolean') continue;
    if (mending.version === '3.1' || mending.version === '3.2')
      mending.report('OLDER_VERSION', `${mark} is a number since OpenAPI 3.1; it is read as a flag of ${bound}`, at);
    delete value[mark];
    if (!given || value[bound] === undefined) continue;
    value[mark] = value[bound];
    delete value[bound];
  }
}

/** `nullable` becomes the type `null`. */
function mendNullable(value: JsonObject, at: VisitedValue, mending: MendContext): void {
  const { nullable } = value;
  if (nullable === undefined) return;
  if (mending.version === '3.1' || mending.version === '3.2')
    mending.report('OLDER_VERSION', 'nullable is a type since OpenAPI 3.1; it is read as the type null', at);
  delete value.nullable;
  if (nullable !== true && nullable !== 'true') return;
  const none = { type: 'null' };
  if (Array.isArray(value.enum) && !value.enum.includes(null)) value.enum = [...(value.enum as unknown[]), null];
  const choice = (['oneOf', 'anyOf'] as const).find((word) => Array.isArray(value[word]));
  if (choice) value[choice] = [...(value[choice] as unknown[]), none];
  else if (typeof value.$ref === 'string' || (Array.isArray(value.allOf) && value.type === undefined)) {
    const { $ref, allOf } = value;
    value.anyOf = [$ref === undefined ? (single(allOf) ?? { allOf }) : { $ref }, none];
    delete value.$ref;
    delete value.allOf;
  } else if (value.type !== undefined) {
    const types: unknown[] = Array.isArray(value.type) ? value.type : [value.type];
    value.type = types.includes('null') ? types : [...types, 'null'];
  }
}

const single = (list: unknown): unknown =>
  Array.isArray(list) && list.length === 1 ? (list as unknown[])[0] : undefined;

function mendValues(value: JsonObject, at: VisitedValue, mending: MendContext): void {
  if (isObject(value.enum)) {
    mending.report('TYPE', 'enum must be a list; the keys of the object are read', at);
    value.enum = Object.keys(value.enum);
  }
  if (isObject(value.examples)) {
    mending.report('TYPE', 'examples of a schema must be a list; those of the object are read', at);
    value.examples = Object.values(value.examples).map((one) =>
      isObject(one) && Object.hasOwn(one, 'value') ? one.value : one,
    );
  }
  for (const { field, text } of misfits(value))
    mending.report('MISFIT', `${field} ${text} is not of the type ${[value.type].flat().join(' or ')}`, at);
}

function mendPattern(value: JsonObject, at: VisitedValue, mending: MendContext): void {
  if (typeof value.pattern !== 'string') return;
  if (!['u', ''].some((flags) => isPattern(value.pattern as string, flags)))
    mending.report('PATTERN', `The pattern ${value.pattern} is not a regular expression of ECMA-262`, at);
}

function isPattern(text: string, flags: string): boolean {
  try {
    new RegExp(text, flags);
    return true;
  } catch {
    return false;
  }
}
