import { alternativesOf, choiceOf, fieldsOf, type Dto, type Field } from '@bindery/contracts';

type Plain = Record<string, unknown>;

/** The pattern of an id of the platform in a contract. */
const idPattern = '^[A-Za-z0-9_-]+$';

/** A field somewhere in a DTO: the names that lead to it. */
export interface Place {
  path: string[];
  field: Field;
}

/** Every field of a DTO at any depth; what holds itself is followed once. */
export function placesIn(dto: Dto, above: string[] = [], seen: readonly Dto[] = []): Place[] {
  if (seen.includes(dto)) return [];
  const item = choiceOf(dto)?.item;
  if (item) return placesIn(item, above, seen);
  return alternativesOf(dto).flatMap((one) =>
    fieldsOf(one).flatMap((field) => {
      const path = [...above, field.name];
      return [{ path, field }, ...(field.dtos?.() ?? []).flatMap((inner) => placesIn(inner, path, [...seen, dto]))];
    }),
  );
}

export const isId = ({ schema, dtos }: Field): boolean => !dtos && schema.pattern === idPattern;

/** A copy with a value at a path, in each item of lists on the way; undefined where the way there does not exist. */
export function withValue(body: unknown, [name, ...rest]: string[], value: unknown, isList: boolean): unknown {
  if (Array.isArray(body)) {
    const items = body.map((item) => withValue(item, [name!, ...rest], value, isList));
    return items.every((item) => item !== undefined) && items.length > 0 ? items : undefined;
  }
  if (typeof body !== 'object' || body === null) return undefined;
  const object = body as Plain;
  if (rest.length === 0) return { ...object, [name!]: isList ? [value] : value };
  const inner = withValue(object[name!], rest, value, isList);
  return inner === undefined ? undefined : { ...object, [name!]: inner };
}

/** A copy with fields added to each object that is of a DTO; what is of no DTO is the caller's to fill. */
export function withFields(dto: Dto, body: unknown, fieldsFor: (dto: Dto) => Plain): unknown {
  const item = choiceOf(dto)?.item ?? dto;
  if (Array.isArray(body)) return body.map((one) => withFields(item, one, fieldsFor));
  if (typeof body !== 'object' || body === null) return body;
  const fields = fieldsOf(item);
  const known = Object.entries(body).map(([name, value]) => {
    const [inner, ...others] = fields.find((field) => field.name === name)?.dtos?.() ?? [];
    // Which of several DTOs an object is of does not matter here: what is added belongs to none.
    return [name, inner && others.length === 0 ? withFields(inner, value, fieldsFor) : value] as const;
  });
  return { ...fieldsFor(item), ...Object.fromEntries(known) };
}
