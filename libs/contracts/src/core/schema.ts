/** A JSON Schema (draft 2020-12, the dialect of OpenAPI 3.1), as far as the contracts use it. */
export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: readonly unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  default?: unknown;
  description?: string;
  deprecated?: boolean;
  discriminator?: { propertyName: string };
  $ref?: string;
}

/** A DTO class: its fields' decorators validate requests, document schemas and check responses. */
export type Dto<T extends object = object> = new () => T;

/** One declared field of a DTO. */
export interface Field {
  name: string;
  /** The field's own schema, without `array` and `nullable`. */
  schema: Schema;
  /** Nested DTOs: one, or several distinguished by `discriminator`. */
  dtos?: () => Dto[];
  discriminator?: string;
  optional: boolean;
  nullable: boolean;
  array: boolean | { min?: number; max?: number };
  token?: boolean;
  description?: string;
  /** Normalises a given text before it is checked. */
  read?: (given: string) => string;
}

const declared = new WeakMap<object, Map<string, Field>>();

export function declareField(prototype: object, field: Field): void {
  let own = declared.get(prototype);
  if (!own) declared.set(prototype, (own = new Map()));
  own.set(field.name, field);
}

const known = new WeakMap<Dto, readonly Field[]>();

/** The declared fields of a DTO, those of its base classes first. All decorators have run before the first call. */
export function fieldsOf(dto: Dto): readonly Field[] {
  let fields = known.get(dto);
  if (!fields) known.set(dto, (fields = collect(dto)));
  return fields;
}

function collect(dto: Dto): Field[] {
  const chain: Map<string, Field>[] = [];
  for (let at: object | null = dto.prototype as object; at; at = Object.getPrototypeOf(at) as object | null) {
    const own = declared.get(at);
    if (own) chain.unshift(own);
  }
  return [...new Map(chain.flatMap((fields) => [...fields]))].map(([, field]) => field);
}

const unions = new WeakMap<Dto, () => Dto[]>();

/** A DTO that is one of several, for answers of different classes. */
export function unionOf<T extends object>(name: string, dtos: () => Dto[]): Dto<T> {
  const union = class {} as Dto<T>;
  Object.defineProperty(union, 'name', { value: name });
  unions.set(union, dtos);
  return union;
}

/** The DTOs of a union, or the DTO itself. */
export const alternativesOf = (dto: Dto): readonly Dto[] => unions.get(dto)?.() ?? [dto];

const lists = new WeakMap<Dto, Dto>();

/** A DTO for a bare list, for the few answers without the envelope of lists. */
export function listOf<T extends object>(item: Dto<T>): Dto<T[]> {
  const list = class {} as unknown as Dto<T[]>;
  Object.defineProperty(list, 'name', { value: `${item.name}s` });
  lists.set(list, item);
  return list;
}

const choices = new WeakMap<Dto, { item: Dto; max: number }>();

/** A DTO for one object or a list of 1 to `max` of them. Handlers receive a list in both cases. */
export function oneOrManyOf<T extends object>(name: string, item: Dto<T>, max: number): Dto<T[]> {
  const choice = class {} as unknown as Dto<T[]>;
  Object.defineProperty(choice, 'name', { value: name });
  choices.set(choice, { item, max });
  return choice;
}

/** The item and the maximum of a DTO of `oneOrManyOf`; undefined for all others. */
export const choiceOf = (dto: Dto): { item: Dto; max: number } | undefined => choices.get(dto);

/** Collects the component schemas that a document or a validator needs, each under its class name. */
export class SchemaRegistry {
  readonly schemas: Record<string, Schema> = {};
  private readonly owners = new Map<string, Dto>();

  constructor(private readonly prefix = '#/components/schemas/') {}

  /** A reference to the schema of the DTO. Adds that schema, and the schemas that it refers to. */
  ref(dto: Dto): Schema {
    const owner = this.owners.get(dto.name);
    if (owner && owner !== dto) throw new Error(`Two DTO classes are named ${dto.name}`);
    if (!owner) {
      this.owners.set(dto.name, dto);
      this.schemas[dto.name] = {};
      this.schemas[dto.name] = this.object(dto);
    }
    return { $ref: this.prefix + dto.name };
  }

  private object(dto: Dto): Schema {
    const item = lists.get(dto);
    if (item) return { type: 'array', items: this.ref(item) };
    const choice = choices.get(dto);
    if (choice) {
      const one = this.ref(choice.item);
      return { anyOf: [one, { type: 'array', items: one, minItems: 1, maxItems: choice.max }] };
    }
    const union = unions.get(dto);
    if (union) return { anyOf: union().map((member) => this.ref(member)) };
    const fields = fieldsOf(dto);
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, this.field(field)])),
      required: fields.filter((field) => !field.optional).map((field) => field.name),
    };
  }

  field(field: Field): Schema {
    let schema = this.value(field);
    if (field.array) {
      const { min, max } = field.array === true ? {} : field.array;
      schema = { type: 'array', items: schema, ...(min && { minItems: min }), ...(max && { maxItems: max }) };
    }
    if (field.nullable) schema = { anyOf: [schema, { type: 'null' }] };
    return field.description ? { ...schema, description: field.description } : schema;
  }

  private value(field: Field): Schema {
    if (!field.dtos) return field.schema;
    const refs = field.dtos().map((dto) => this.ref(dto));
    return refs.length === 1 ? refs[0]! : { anyOf: refs };
  }
}
