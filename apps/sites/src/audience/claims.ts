import type { AdaptiveJSONSchema, ClaimSchema } from '@bindery/contracts';

export type Claims = Record<string, unknown>;

const limits = { text: 1_024, items: 100 };
const unsigned = 'unsigned';

/**
 * The visitor's claims that the site's schema declares: the signed ones, and in `unsigned` those that a visitor may set
 * freely. Unknown claims and those of another type are dropped, so that no condition ever matches them.
 */
export function knownClaims({ properties }: AdaptiveJSONSchema, signed: Claims, unsignedClaims: Claims = {}): Claims {
  const { [unsigned]: free, ...trusted } = properties;
  const known = objectOf(trusted, signed);
  return free?.type === 'object' ? { ...known, [unsigned]: objectOf(free.properties, unsignedClaims) } : known;
}

/** In the order of the schema, so that equal claims are equal texts. */
function objectOf(properties: Record<string, ClaimSchema>, claims: Claims): Claims {
  const known: Claims = {};
  for (const [name, schema] of Object.entries(properties)) {
    const value = Object.hasOwn(claims, name) ? valueOf(schema, claims[name]) : undefined;
    if (value !== undefined) known[name] = value;
  }
  return known;
}

function valueOf(schema: ClaimSchema, value: unknown): unknown {
  switch (schema.type) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    case 'string': {
      const isText = typeof value === 'string' && value.length <= limits.text && !value.includes('\0');
      return isText && (schema.enum?.includes(value) ?? true) ? value : undefined;
    }
    case 'array': {
      if (!Array.isArray(value) || value.length > limits.items) return undefined;
      return value.map((item) => valueOf(schema.items, item)).filter((item) => item !== undefined);
    }
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? objectOf(schema.properties, value as Claims)
        : undefined;
  }
}
