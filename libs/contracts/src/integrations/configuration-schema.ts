import { Value, type FieldOptions } from '../core/fields';

/** A property that users configure, as an integration's manifest declares it. */
export interface ConfigurationProperty {
  type: 'string' | 'number' | 'boolean' | 'button';
  title?: string;
  description?: string;
  default?: string | number | boolean;
  completion_url?: string;
  enum?: string[];
  callback_url?: string;
  button_text?: string;
}

/** Properties, or a component of the integration's own that asks for what it needs. */
export type IntegrationConfiguration =
  { properties: Record<string, ConfigurationProperty>; required?: string[] } | { componentId: string };

const maxProperties = 100;
const maxText = 2048;
const forbidden = ['__proto__', 'constructor', 'prototype'];
/** The fields of each type of property besides title and description; `!` marks required ones. */
const fieldsByType: Record<ConfigurationProperty['type'], Record<string, string>> = {
  string: { default: 'string', completion_url: 'string', enum: 'strings' },
  number: { default: 'number' },
  boolean: { default: 'boolean' },
  button: { callback_url: 'string!', button_text: 'string!' },
};
const lengths: Record<string, number> = { title: 30, description: 100 };

type Plain = Record<string, unknown>;
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a configuration's schema, dropping what is unknown. Answers what is wrong with it where it is none. A tenant's
 * schema is read by these few rules and never compiled.
 */
export function readConfiguration(value: unknown): IntegrationConfiguration | string {
  if (!isPlain(value)) return 'must be an object';
  if (value.properties === undefined) {
    if (typeof value.componentId !== 'string' || !isText(value.componentId, 100))
      return 'must have properties or a componentId';
    return { componentId: value.componentId };
  }
  if (!isPlain(value.properties)) return 'must have properties that are an object';
  const named = Object.entries(value.properties);
  if (named.length > maxProperties) return `must have at most ${maxProperties} properties`;
  const properties: Record<string, ConfigurationProperty> = {};
  for (const [name, property] of named) {
    if (forbidden.includes(name) || !isText(name, 100)) return `must not have the property ${name.slice(0, 100)}`;
    const read = readProperty(property);
    if (typeof read === 'string') return `must have properties of which each ${read} (${name})`;
    properties[name] = read;
  }
  return withRequired(properties, value.required);
}

function withRequired(
  properties: Record<string, ConfigurationProperty>,
  required: unknown,
): IntegrationConfiguration | string {
  if (required === undefined) return { properties };
  if (!Array.isArray(required) || !required.every((name): name is string => typeof name === 'string'))
    return 'must have a list of names as required';
  if (new Set(required).size !== required.length) return 'must name each required property once';
  const unknown = required.find((name) => !Object.hasOwn(properties, name));
  return unknown === undefined
    ? { properties, required }
    : `must only require its properties (${unknown.slice(0, 100)})`;
}

function readProperty(value: unknown): ConfigurationProperty | string {
  if (!isPlain(value)) return 'must be an object';
  const type = value.type as ConfigurationProperty['type'];
  if (typeof type !== 'string' || !Object.hasOwn(fieldsByType, type))
    return `must have a type of ${Object.keys(fieldsByType).join(', ')}`;
  const read: Plain = { type };
  const fields = { title: 'string', description: 'string', ...fieldsByType[type] };
  for (const [name, kind] of Object.entries(fields)) {
    const given = value[name];
    if (given === undefined && !kind.endsWith('!')) continue;
    if (!isOfKind(given, kind, lengths[name] ?? maxText)) return `must have a valid ${name}`;
    read[name] = given;
  }
  return read as unknown as ConfigurationProperty;
}

function isOfKind(value: unknown, kind: string, max: number): boolean {
  if (kind === 'strings') return Array.isArray(value) && value.length <= 100 && value.every((one) => isText(one, max));
  if (kind === 'number') return Number.isFinite(value);
  return kind.startsWith('string') ? isText(value, max) : typeof value === kind;
}

const isText = (value: unknown, max: number): boolean =>
  typeof value === 'string' && [...value].length <= max && !value.includes('\0') && value.isWellFormed();

/** A field that holds the schema of a configuration. */
export const Configuration = (options: FieldOptions = {}) =>
  Value(
    { type: 'object' },
    (value) => {
      const read = readConfiguration(value);
      return typeof read === 'string' ? read : true;
    },
    options,
  );
