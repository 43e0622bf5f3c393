import { ApiError, fieldsOf, SchemaRegistry, type Dto, type Endpoint, type Schema } from '@bindery/contracts';

export type Arguments = Record<string, unknown>;

/** An operation as a model is told of it. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: Schema & { type: 'object'; $defs?: Record<string, Schema> };
  /** Whether it only reads. */
  readOnly: boolean;
  /** What the operation answers, as text for a model. Throws `ApiError`. */
  call(given: Arguments): Promise<string>;
}

type Taken = Pick<Endpoint, 'path' | 'query' | 'body'>;

/** The names in a path, such as `spaceId`. */
export const pathNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

/**
 * What an operation takes as one flat object: the names of its path, its query and its body. `hidden` are fields that the
 * caller does not choose.
 */
export function inputSchemaOf({ path, query, body }: Taken, hidden: readonly string[] = []): Tool['inputSchema'] {
  const registry = new SchemaRegistry('#/$defs/');
  const properties: Record<string, Schema> = {};
  const required = pathNames(path);
  for (const name of required) properties[name] = { type: 'string', minLength: 1 };
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

/** Throws 400 for names that the tool does not know: a model that misspells one is told so. */
export function requireKnown(given: Arguments, { properties = {} }: Schema): void {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length === 0) return;
  const known = Object.keys(properties).join(', ');
  throw new ApiError(
    400,
    `There is no argument ${unknown[0]}: the tool takes ${known || 'none'}`,
    unknown.map((field) => ({ field, message: 'is not known' })),
  );
}

/** Those of the arguments that are fields of a DTO. */
export const ofDto = (given: Arguments, dto: Dto | undefined): Arguments =>
  dto ? Object.fromEntries(fieldsOf(dto).flatMap(({ name }) => (name in given ? [[name, given[name]]] : []))) : {};
