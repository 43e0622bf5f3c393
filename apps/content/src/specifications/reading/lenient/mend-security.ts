import { asText, objectOf, type JsonObject } from '../json';
import type { MendContext, VisitedValue } from './mending';

/** A requirement names schemes, each with a list of scopes. */
export function mendSecurityRequirement(value: JsonObject, at: VisitedValue, mending: MendContext): void {
  const known = objectOf(mending.components.securitySchemes);
  for (const [name, scopes] of Object.entries(value)) {
    if (!Object.hasOwn(known, name))
      mending.report('UNKNOWN_SECURITY_SCHEME', `The security scheme ${name} is not in components.securitySchemes`, at);
    if (Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string')) continue;
    mending.report('TYPE', `The scopes of ${name} must be a list of texts`, at);
    value[name] = (Array.isArray(scopes) ? scopes : [scopes]).filter((scope) => typeof scope === 'string');
  }
}

const types = ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'];
/** The locations of an API key. */
const places = ['query', 'header', 'cookie'];

/** Names of scheme types in other versions and in common use. */
const names: Record<string, JsonObject> = {
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
};

export function mendSecurityScheme(value: JsonObject, at: VisitedValue, mending: MendContext): void {
  const { type } = value;
  if (typeof type !== 'string') return;
  const right = types.find((known) => known.toLowerCase() === type.toLowerCase());
  const instead = right ? { type: right } : names[type.toLowerCase()];
  if (!instead) mending.report('UNKNOWN_TYPE', `${type} is not a type of security scheme (${types.join(', ')})`, at);
  else if (right !== type) {
    mending.report(
      'UNKNOWN_TYPE',
      `${type} is not a type of security scheme; it is read as ${JSON.stringify(instead)}`,
      at,
    );
    Object.assign(value, instead);
  }
  if (value.type !== 'apiKey') return;
  if (typeof value.name !== 'string') mending.report('MISSING', 'The Security Scheme must have name', at);
  if (typeof value.in === 'string') {
    const place = value.in.toLowerCase();
    if (place !== value.in && places.includes(place)) value.in = place;
  }
  if (!places.includes(asText(value.in))) mending.report('UNKNOWN_PLACE', `in must be ${places.join(', ')}`, at);
}
