import { objectOf, type JsonObject } from '../json';
import type { MendContext } from './mending';
import { namedType } from './named-types';
import type { ShapeName } from './kinds';
import { shapes } from './shapes';

/** The object that a value of another type stands for: a schema by the name of its type, a tag by its name. */
export function asObject(value: unknown, shape: ShapeName, mending: MendContext): JsonObject | undefined {
  if (shape === 'Example') return { value };
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  if (shape === 'Schema') return schemaOf(value.trim(), mending);
  if (shape === 'Security Requirement') return { [value]: [] };
  if (value.startsWith('#/')) return { $ref: value };
  const { short } = shapes[shape];
  return short === undefined ? undefined : { [short]: value };
}

function schemaOf(text: string, mending: MendContext): JsonObject | undefined {
  if (text.startsWith('#/')) return { $ref: text };
  const models = { ...objectOf(mending.root.definitions), ...objectOf(mending.components.schemas) };
  return namedType(text) ?? (Object.hasOwn(models, text) ? { $ref: `#/components/schemas/${text}` } : undefined);
}
