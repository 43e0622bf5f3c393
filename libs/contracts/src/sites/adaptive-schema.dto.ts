import { Const, Nested, Text, Timestamp, Value } from '../core/fields';

/** One claim that a visitor may carry, as JSON Schema (draft-07) says it, of which only this much is understood. */
export type ClaimSchema =
  | { type: 'boolean'; description: string }
  | { type: 'string'; description: string; enum?: string[] }
  | { type: 'number'; description: string }
  | { type: 'array'; description: string; items: ClaimSchema }
  | { type: 'object'; description: string; properties: Record<string, ClaimSchema>; additionalProperties: false };

/** The claims of a site's visitors; those in `unsigned` need no signature. */
export interface AdaptiveJSONSchema {
  $schema?: 'http://json-schema.org/draft-07/schema#';
  type: 'object';
  properties: Record<string, ClaimSchema>;
  additionalProperties: false;
}

export const emptySchema: AdaptiveJSONSchema = { type: 'object', properties: {}, additionalProperties: false };

const limits = { depth: 5, claims: 200, values: 100, text: 512 };
/** The only description of unsigned claims that the public client knows. */
const ofUnsigned = 'Unsigned claims of the site visitor.';
const draft = 'http://json-schema.org/draft-07/schema#';
const forbidden = ['__proto__', 'constructor', 'prototype'];
type Plain = Record<string, unknown>;

const isObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= limits.text && !value.includes('\0') && value.isWellFormed();

/** Throws the reason for which something is no schema of claims. */
class SchemaReader {
  private claims = 0;

  read(value: unknown): AdaptiveJSONSchema {
    if (!isObject(value)) throw new Error('must be an object');
    if (value.$schema !== undefined && value.$schema !== draft) throw new Error(`must have the $schema ${draft}`);
    if (value.type !== 'object') throw new Error('must have the type object');
    this.closed(value, '');
    const properties = this.properties(value.properties, '', 1);
    const { unsigned } = properties;
    if (unsigned && unsigned.type !== 'object') throw new Error('must have an object as properties.unsigned');
    return {
      ...(value.$schema === draft && { $schema: draft }),
      type: 'object',
      properties: unsigned ? { ...properties, unsigned: { ...unsigned, description: ofUnsigned } } : properties,
      additionalProperties: false,
    };
  }

  private properties(value: unknown, path: string, depth: number): Record<string, ClaimSchema> {
    if (!isObject(value)) throw new Error(`must have properties${where(path)}`);
    if (depth > limits.depth) throw new Error(`must not be nested more than ${limits.depth} deep`);
    const entries = Object.entries(value);
    if ((this.claims += entries.length) > limits.claims)
      throw new Error(`must have at most ${limits.claims} properties`);
    return Object.fromEntries(
      entries.map(([name, claim]) => {
        if (!/^[\w:./-]{1,128}$/.test(name) || forbidden.includes(name))
          throw new Error(`must not have a property named ${name.slice(0, 128)}`);
        return [name, this.claim(claim, path ? `${path}.${name}` : name, depth)];
      }),
    );
  }

  private claim(value: unknown, path: string, depth: number): ClaimSchema {
    if (!isObject(value)) throw new Error(`must have an object as ${path}`);
    const { type, description = '' } = value;
    if (!isText(description)) throw new Error(`must have a text as description of ${path}`);
    if (type === 'boolean' || type === 'number') return { type, description };
    if (type === 'string') return { type, description, ...this.values(value.enum, path) };
    if (type === 'array') {
      if (depth === limits.depth) throw new Error(`must not be nested more than ${limits.depth} deep`);
      const items = this.claim(value.items, `${path}.items`, depth + 1);
      if (items.type === 'array' || items.type === 'object') throw new Error(`must have simple items${where(path)}`);
      return { type, description, items };
    }
    if (type !== 'object') throw new Error(`must have the type boolean, string, number, array or object${where(path)}`);
    this.closed(value, path);
    const properties = this.properties(value.properties, path, depth + 1);
    return { type, description, properties, additionalProperties: false };
  }

  private values(value: unknown, path: string): { enum?: string[] } {
    if (value === undefined) return {};
    if (!Array.isArray(value) || value.length === 0 || value.length > limits.values || !value.every(isText))
      throw new Error(`must have 1 to ${limits.values} texts as enum of ${path}`);
    return { enum: value };
  }

  private closed({ additionalProperties = false }: Plain, path: string): void {
    if (additionalProperties !== false) throw new Error(`must not admit additionalProperties${where(path)}`);
  }
}

const where = (path: string): string => (path ? ` in ${path}` : '');

/** Reads a schema of claims, what it leaves open filled in. Throws an error that says what it must be. */
export const readAdaptiveSchema = (value: unknown): AdaptiveJSONSchema => new SchemaReader().read(value);

function isAdaptiveSchema(value: unknown): true | string {
  try {
    readAdaptiveSchema(value);
    return true;
  } catch (error) {
    return (error as Error).message;
  }
}

const JsonSchema = () => Value({ type: 'object' }, isAdaptiveSchema);

export class SiteAdaptiveSchema {
  @Const('site-adaptive-schema') object!: 'site-adaptive-schema';
  @JsonSchema() jsonSchema!: AdaptiveJSONSchema;
  @Timestamp() updatedAt!: string;
}

export class UpdateSiteAdaptiveSchema {
  @JsonSchema() jsonSchema!: AdaptiveJSONSchema;
}

class SiteAdaptiveTemplateCondition {
  @Text() description!: string;
  @Text() condition!: string;
}

export class SiteAdaptiveTemplateConditions {
  @Nested(() => SiteAdaptiveTemplateCondition, { array: { max: 10_000 } }) items!: SiteAdaptiveTemplateCondition[];
}
