import type { ApiSchema } from '@bindery/contracts';
import { asText, isObject, objectOf, type JsonObject } from '../reading/json';
import { factsOf } from './schema-facts';
import type { Place, Specification } from './specification';
import { modelName, typeName } from './type-name';

/** The maximum depth of shown properties. */
const deepest = 6;
/** The maximum of parts of an `allOf`, and of alternatives. */
const mostParts = 100;

/**
 * The budget of described values in one operation or model; beyond it, a value has only its type. Resolving schemas
 * takes steps: schemas that refer to each other, or to themselves many times, could be followed without end.
 */
export class SchemaBudget {
  constructor(
    public left = 500,
    public steps = 6_000,
  ) {}
}

/** The context of a schema from its parents. */
interface ParentContext {
  /** The references that were followed to it. */
  pointers: readonly string[];
  /** Properties that a parent schema requires. */
  required?: ReadonlySet<unknown>;
}

const nothingAbove: ParentContext = { pointers: [] };

/** Describes a JSON Schema of a specification: its type, its limits, and its properties down to a depth. */
export function describeSchema(
  specification: Specification,
  place: Place,
  room: SchemaBudget,
  above: ParentContext = nothingAbove,
): ApiSchema {
  const { value, pointer } = place;
  const described: ApiSchema = { type: typeName(specification, place, room), ...inherited(specification, place, room) };
  const isShownAbove = pointer !== undefined && above.pointers.includes(pointer);
  if (room.steps-- <= 0 || above.pointers.length >= deepest || isShownAbove) return described;
  const required = new Set([
    ...(above.required ?? []),
    ...(Array.isArray(value.required) ? (value.required as unknown[]) : []),
  ]);
  const within = { pointers: [...above.pointers, pointer ?? ''], required };
  const fields = joined(fieldsOf(specification, place, room, within));
  return fields.length > 0 ? { ...described, fields } : described;
}

/** The facts of a schema, with those of the schemas it is composed of, and for a list the facts of its items. */
function inherited(specification: Specification, place: Place, room: SchemaBudget, depth = 0): Omit<ApiSchema, 'type'> {
  const { value } = place;
  const own = factsOf(value);
  if (depth > 4 || room.steps-- <= 0) return own;
  const parts = specification.list(place, 'allOf', mostParts);
  const only = onlyAlternative(specification, place);
  const among = [...parts, ...(only ? [only] : [])].map((part) => {
    const { description, examples, ...facts } = inherited(specification, part, room, depth + 1);
    // With several parts, none describes the whole.
    return parts.length > 1 ? facts : { ...facts, ...(description && { description }), ...(examples && { examples }) };
  });
  const limits = [...new Set([own, ...among].flatMap((facts) => facts.limits ?? []))];
  const all: Omit<ApiSchema, 'type'> = Object.assign({}, ...among, own, limits.length > 0 && { limits });
  if (!isObject(value.items)) return all;
  const items = inherited(specification, specification.at(place, 'items'), room, depth + 1);
  return {
    ...all,
    ...(!all.values && items.values && { values: items.values }),
    ...(!all.description && items.description && { description: items.description }),
    ...(items.limits && { limits: [...(all.limits ?? []), ...items.limits.map((limit) => `items: ${limit}`)] }),
  };
}

/** The alternative besides `null`, where there is only one. */
function onlyAlternative(specification: Specification, place: Place): Place | undefined {
  for (const word of ['oneOf', 'anyOf']) {
    const parts = specification.list(place, word, mostParts).filter(({ value }) => value.type !== 'null');
    if (parts.length === 1) return parts[0];
  }
  return undefined;
}

/** The properties of an object with those of its components, of the items of a list, or of its alternatives. */
function fieldsOf(specification: Specification, place: Place, room: SchemaBudget, above: ParentContext): ApiSchema[] {
  const { value } = place;
  const inner: ParentContext = { pointers: above.pointers };
  if (isObject(value.items) && !Array.isArray(value.prefixItems))
    return describeSchema(specification, specification.at(place, 'items'), room, inner).fields ?? [];
  return [
    ...propertiesOf(specification, place, room, inner).map((field) =>
      above.required?.has(field.name) ? { ...field, required: true as const } : field,
    ),
    ...mapsOf(specification, place, room, inner),
    ...itemsOf(specification, place, room, inner),
    ...specification
      .list(place, 'allOf', mostParts)
      .flatMap((part) => describeSchema(specification, part, room, above).fields ?? []),
    ...alternativesOf(specification, place, room, above),
  ];
}

const propertiesOf = (
  specification: Specification,
  place: Place,
  room: SchemaBudget,
  above: ParentContext,
): ApiSchema[] => within(specification, place, objectOf(place.value.properties), room, above, (name) => name);

/** The values of a map, by the pattern of their names, or any name. */
function mapsOf(specification: Specification, place: Place, room: SchemaBudget, above: ParentContext): ApiSchema[] {
  const { value } = place;
  const patterns = within(specification, place, objectOf(value.patternProperties), room, above, (name) => `/${name}/`);
  const rest = value.additionalProperties ?? value.unevaluatedProperties;
  if (!isObject(rest) || (Object.keys(rest).length === 0 && patterns.length === 0)) return patterns;
  const key = modelOfNames(objectOf(value.propertyNames));
  return [...patterns, ...within(specification, place, { [key]: rest }, room, above, (name) => name)];
}

const modelOfNames = ({ pattern, format }: JsonObject): string =>
  typeof pattern === 'string' ? `</${pattern}/>` : typeof format === 'string' ? `<${format}>` : '<name>';

/** The items of a list in which each has its own schema. */
function itemsOf(specification: Specification, place: Place, room: SchemaBudget, above: ParentContext): ApiSchema[] {
  const { prefixItems, items } = place.value;
  if (!Array.isArray(prefixItems)) return [];
  const entries = Object.fromEntries((prefixItems as unknown[]).slice(0, mostParts).map((item, at) => [at, item]));
  const rest = isObject(items) ? { '…': items } : {};
  return within(specification, place, { ...entries, ...rest }, room, above, (name) => `[${name}]`);
}

function within(
  specification: Specification,
  { file }: Place,
  schemas: JsonObject,
  room: SchemaBudget,
  above: ParentContext,
  nameOf: (key: string) => string,
): ApiSchema[] {
  const fields: ApiSchema[] = [];
  for (const [key, given] of Object.entries(schemas)) {
    if (given === false) continue;
    if (room.left-- <= 0) break;
    // True is a schema for any value.
    if (!isObject(given) && given !== true) continue;
    const described = describeSchema(
      specification,
      specification.follow({ value: objectOf(given), file }),
      room,
      above,
    );
    fields.push({ name: nameOf(key), ...described });
  }
  return fields;
}

/** Alternatives with a description, each with its name. */
function alternativesOf(
  specification: Specification,
  place: Place,
  room: SchemaBudget,
  above: ParentContext,
): ApiSchema[] {
  const only = onlyAlternative(specification, place);
  if (only) return describeSchema(specification, only, room, above).fields ?? [];
  const { mapping } = objectOf(place.value.discriminator);
  const { propertyName } = objectOf(place.value.discriminator);
  const fields: ApiSchema[] = [];
  for (const key of ['oneOf', 'anyOf'])
    for (const [index, part] of specification.list(place, key, mostParts).entries()) {
      if (room.left-- <= 0) return fields;
      const { name: _, ...described } = describeSchema(specification, part, room, above);
      const { type: _type, ...facts } = described;
      if (Object.keys(facts).length === 0) continue;
      const name = modelName(part) ?? String(index + 1);
      const chosen = Object.entries(objectOf(mapping)).flatMap(([value, target]) =>
        typeof target === 'string' && (target === name || target.endsWith(`/${name}`)) ? [value] : [],
      );
      const limits = chosen.map((value) => `${asText(propertyName)} ${value}`);
      fields.push({
        ...described,
        name,
        ...(limits.length > 0 && { limits: [...(described.limits ?? []), ...limits] }),
      });
    }
  return fields;
}

/** Merges properties of one name that several parts describe. */
function joined(fields: readonly ApiSchema[]): ApiSchema[] {
  const byName = new Map<string | undefined, ApiSchema>();
  for (const field of fields) {
    const known = byName.get(field.name);
    const type = known && field.type === 'any' ? known.type : field.type;
    byName.set(field.name, { ...known, ...field, type });
  }
  return [...byName.values()];
}
