import { isObject, textOf } from '../reading/json';
import type { Place, Specification } from './specification';

/** The maximum of alternatives in the name of a type. */
const mostNames = 10;

/** The budget of steps. */
interface Steps {
  steps: number;
}

/** `array of Pet`, `string (date-time)`, `Cat or Dog`, `map of Price`, `Price or null` */
export function typeName(specification: Specification, place: Place, room: Steps, depth = 0): string {
  const { value } = place;
  if (depth > 4 || room.steps-- <= 0) return 'any';
  const inner = (one: Place) => typeName(specification, one, room, depth + 1);
  const own = ownName(specification, place, inner);
  const alternatives = ['oneOf', 'anyOf'].flatMap((key) => specification.list(place, key, mostNames));
  const names = [...new Set(alternatives.slice(0, mostNames).map(inner))].filter((name) => name !== 'any');
  // Alternatives that only name required properties of an object are no types.
  const isNarrowed = names.length === 0 || (own !== 'any' && own !== 'object' && names.every((name) => own === name));
  const named = isNarrowed ? own : names.join(' or ');
  return value.nullable === true && !/\bnull$/.test(named) && named !== 'any' ? `${named} or null` : named;
}

function ownName(specification: Specification, place: Place, inner: (one: Place) => string): string {
  const { value } = place;
  const types = (Array.isArray(value.type) ? (value.type as unknown[]) : [value.type]).filter(
    (type): type is string => typeof type === 'string',
  );
  const orNull = types.length > 1 && types.includes('null') ? ' or null' : '';
  const plain = orNull ? types.filter((type) => type !== 'null') : types;
  if (Array.isArray(value.prefixItems)) return `list of [${itemNames(specification, place, inner)}]${orNull}`;
  if (isObject(value.items) && plain.every((type) => type === 'array'))
    return `array of ${bracketed(inner(specification.at(place, 'items')))}${orNull}`;
  const named = plain.join(' or ') || implied(specification, place, inner);
  if (named === 'object') return `${modelName(place) ?? mapName(specification, place, inner) ?? named}${orNull}`;
  const format = textOf(value.format);
  return `${format ? `${named} (${format})` : named}${orNull}`;
}

/** The type of a schema without `type`. */
function implied(specification: Specification, place: Place, inner: (one: Place) => string): string {
  const { value, missing } = place;
  if (missing !== undefined) return missing;
  if (isObject(value.properties) || isObject(value.additionalProperties) || isObject(value.patternProperties))
    return 'object';
  const parts = specification.list(place, 'allOf', mostNames);
  const [first] = parts;
  // One schema with a description or similar around it, or several.
  if (parts.length === 1 && first) return inner(first);
  if (parts.length > 0) {
    const names = [...new Set(parts.map(inner))].filter((name) => name !== 'any' && name !== 'object');
    const simple = names.find((name) => /^(string|number|integer|boolean|array)\b/.test(name));
    return simple ?? 'object';
  }
  const given = Array.isArray(value.enum) ? (value.enum as unknown[]) : value.const === undefined ? [] : [value.const];
  const kinds = new Set(given.map((one) => (one === null ? 'null' : Array.isArray(one) ? 'array' : typeof one)));
  return kinds.size > 0 ? [...kinds].join(' or ') : 'any';
}

function mapName(specification: Specification, place: Place, inner: (one: Place) => string): string | undefined {
  const { value } = place;
  const rest = ['additionalProperties', 'unevaluatedProperties'].find((key) => isObject(value[key]));
  if (isObject(value.properties)) return undefined;
  if (rest !== undefined) return `map of ${bracketed(inner(specification.at(place, rest)))}`;
  const [pattern] = Object.keys(isObject(value.patternProperties) ? value.patternProperties : {});
  if (pattern === undefined) return undefined;
  return `map of ${bracketed(inner(specification.at(place, 'patternProperties', pattern)))}`;
}

function itemNames(specification: Specification, place: Place, inner: (one: Place) => string): string {
  const names = specification.list(place, 'prefixItems', mostNames).map(inner);
  return [...names, ...(isObject(place.value.items) ? [`… ${inner(specification.at(place, 'items'))}`] : [])].join(
    ', ',
  );
}

const bracketed = (name: string): string => (name.includes(' or ') ? `(${name})` : name);

/** The name of a model: its title, or the name in its section. */
export function modelName({ value, pointer }: Place): string | undefined {
  return textOf(value.title) ?? /\/(?:schemas|definitions|\$defs)\/([^/]+)$/.exec(pointer ?? '')?.[1];
}
