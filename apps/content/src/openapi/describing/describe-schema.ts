import type { ApiSchema } from '@bindery/contracts';
import { cut } from '../../imports/well-formed';
import { isObject, textOf } from '../reading/json';
import type { Place, Specification } from './specification';

/** Levels of properties within each other that are shown. */
const deepest = 6;
/** Characters of the description of a value. */
const longestDescription = 5_000;
const mostValues = 100;
const longestValue = 200;
/** Alternatives that the name of a type lists. */
const mostNames = 10;

/** Parts of an `allOf`, and alternatives, that are looked at. */
const mostParts = 100;

/**
 * How many values are described in one operation or model; what is beyond is named by its type alone. Looking at schemas
 * takes steps: those that refer to each other, or to themselves many times, could be followed without end.
 */
export class Room {
  constructor(
    public left = 500,
    public steps = 2_000,
  ) {}
}

export const descriptionOf = (value: Place['value'], longest = longestDescription): { description?: string } => {
  const description = textOf(value.description);
  return description ? { description: cut(description, longest) } : {};
};

/** Describes a JSON Schema of a specification: its type, and its properties down to a depth. */
export function describeSchema(
  specification: Specification,
  place: Place,
  room: Room,
  above: readonly string[] = [],
): ApiSchema {
  const { value, pointer } = place;
  const described: ApiSchema = {
    type: typeName(specification, place, room),
    ...descriptionOf(value),
    ...(value.deprecated === true && { deprecated: true as const }),
    ...(Array.isArray(value.enum) && { values: value.enum.slice(0, mostValues).map(json) }),
    ...(value.default !== undefined && { default: json(value.default) }),
  };
  if (room.steps-- <= 0 || above.length >= deepest || (pointer !== undefined && above.includes(pointer)))
    return described;
  const fields = fieldsOf(specification, place, room, [...above, pointer ?? '']);
  return fields.length > 0 ? { ...described, fields } : described;
}

/** The properties of an object with those of what it is made of, of the items of a list, or of its alternatives. */
function fieldsOf(specification: Specification, place: Place, room: Room, above: readonly string[]): ApiSchema[] {
  const { value, file } = place;
  if (isObject(value.items)) {
    const items = specification.at(place, 'items');
    return describeSchema(specification, items, room, above).fields ?? [];
  }
  const required = new Set(Array.isArray(value.required) ? value.required : []);
  const own = isObject(value.properties) ? Object.entries(value.properties) : [];
  const fields: ApiSchema[] = [];
  for (const [name, given] of own) {
    if (room.left-- <= 0) break;
    if (!isObject(given)) continue;
    const described = describeSchema(specification, specification.follow({ value: given, file }), room, above);
    fields.push({ name, ...described, ...(required.has(name) && { required: true as const }) });
  }
  for (const part of specification.list(place, 'allOf', mostParts))
    fields.push(...(describeSchema(specification, part, room, above).fields ?? []));
  for (const key of ['oneOf', 'anyOf'])
    for (const [index, part] of specification.list(place, key, mostParts).entries()) {
      if (room.left-- <= 0) break;
      const described = describeSchema(specification, part, room, above);
      if (described.fields) fields.push({ ...described, name: titleOf(part) ?? String(index + 1) });
    }
  return fields;
}

/** `array of Pet`, `string (date-time)`, `Cat or Dog` */
function typeName(specification: Specification, place: Place, room: Room, depth = 0): string {
  const { value } = place;
  if (depth > 4 || room.steps-- <= 0) return 'any';
  const alternatives = ['oneOf', 'anyOf'].flatMap((key) => specification.list(place, key, mostNames));
  if (alternatives.length > 0) {
    const names = alternatives.slice(0, mostNames).map((one) => typeName(specification, one, room, depth + 1));
    return [...new Set(names)].join(' or ');
  }
  if (isObject(value.items))
    return `array of ${typeName(specification, specification.at(place, 'items'), room, depth + 1)}`;
  const types = (Array.isArray(value.type) ? value.type : [value.type]).filter((type) => typeof type === 'string');
  const format = textOf(value.format);
  const own = types.join(' or ') || (isObject(value.properties) || Array.isArray(value.allOf) ? 'object' : 'any');
  const title = own === 'object' ? titleOf(place) : undefined;
  return title ?? (format ? `${own} (${format})` : own);
}

/** The name of a model: what it calls itself, or that under which it is kept. */
function titleOf({ value, pointer }: Place): string | undefined {
  return textOf(value.title) ?? /\/schemas\/([^/]+)$/.exec(pointer ?? '')?.[1];
}

const json = (value: unknown): string => cut(JSON.stringify(value) ?? '', longestValue);
