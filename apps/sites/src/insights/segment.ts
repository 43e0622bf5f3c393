import type { AdaptiveJSONSchema, ClaimSchema } from '@bindery/contracts';
import type { Claims } from '../audience/claims';

/**
 * The visitor's claims that identify a group of visitors: those with few possible values in the site's schema. Free texts
 * and numbers may identify a user, and are not stored. Null for none.
 */
export function segmentOf(schema: AdaptiveJSONSchema | null, claims: Claims): Claims | null {
  const segment = schema ? within(schema.properties, claims) : {};
  return Object.keys(segment).length > 0 ? segment : null;
}

/** In the order of the schema, so that equal segments are equal texts. */
function within(properties: Record<string, ClaimSchema>, claims: Claims): Claims {
  const kept: Claims = {};
  for (const [name, schema] of Object.entries(properties)) {
    const value = Object.hasOwn(claims, name) ? valueOf(schema, claims[name]) : undefined;
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

function valueOf(schema: ClaimSchema, value: unknown): unknown {
  if (schema.type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (schema.type === 'string') return typeof value === 'string' && schema.enum?.includes(value) ? value : undefined;
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return undefined;
    const items = new Set(value.map((item) => valueOf(schema.items, item)).filter((item) => item !== undefined));
    // Sorted, so that sets with the same items are equal.
    return items.size > 0 ? [...items].sort() : undefined;
  }
  if (schema.type !== 'object' || typeof value !== 'object' || value === null) return undefined;
  const kept = within(schema.properties, value as Claims);
  return Object.keys(kept).length > 0 ? kept : undefined;
}

/** `plan is pro, beta is true` */
export const titleOf = (segment: Claims, above = ''): string =>
  Object.entries(segment)
    .map(([name, value]) => {
      const path = above ? `${above}.${name}` : name;
      if (Array.isArray(value)) return `${path} holds ${value.join(' and ')}`;
      return typeof value === 'object' && value !== null
        ? titleOf(value as Claims, path)
        : `${path} is ${String(value)}`;
    })
    .join(', ');
