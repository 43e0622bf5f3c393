import type { ApiScheme } from '@bindery/contracts';
import { isObject, objectOf, textOf, type JsonObject } from '../reading/json';
import { descriptionOf } from './schema-facts';
import type { Place, Specification } from './specification';

/** The authentication that a call of an operation needs. */
interface DescribedSecurity {
  security: string[];
  isSecurityOptional?: true;
  schemes?: ApiScheme[];
}

const mostSchemes = 20;

/** The alternatives to authenticate, with a description of each. */
export function describeSecurity(specification: Specification, operation: Place): DescribedSecurity {
  const { security = specification.root.value.security } = operation.value;
  const needed = Array.isArray(security) ? security.filter(isObject) : [];
  const scopes = new Map<string, Set<string>>();
  for (const one of needed)
    for (const [name, wanted] of Object.entries(one)) {
      const known = scopes.get(name) ?? new Set();
      scopes.set(name, known);
      if (Array.isArray(wanted)) for (const scope of wanted) if (typeof scope === 'string') known.add(scope);
    }
  const schemes = [...scopes].slice(0, mostSchemes).map(([name, wanted]) => schemeOf(specification, name, [...wanted]));
  const names = needed.map((one) => Object.keys(one).join(' + '));
  return {
    security: names.filter(Boolean),
    ...(names.some((name) => name === '') && names.some(Boolean) && { isSecurityOptional: true as const }),
    ...(schemes.length > 0 && { schemes }),
  };
}

function schemeOf(specification: Specification, name: string, scopes: string[]): ApiScheme {
  const { value } = specification.at(specification.root, 'components', 'securitySchemes', name);
  const urls = urlsOf(value);
  return {
    name,
    how: howOf(value),
    ...descriptionOf(value),
    ...(scopes.length > 0 && { scopes: scopes.map((scope) => withMeaning(scope, value)) }),
    ...(urls.length > 0 && { urls }),
  };
}

function howOf(scheme: JsonObject): string {
  const { type, bearerFormat } = scheme;
  const named = textOf(scheme.scheme);
  if (type === 'apiKey') return `${textOf(scheme.name) ?? ''} (${textOf(scheme.in) ?? ''})`;
  if (type === 'http') {
    const how = named ? named.charAt(0).toUpperCase() + named.slice(1) : 'HTTP';
    return textOf(bearerFormat) ? `${how} (${textOf(bearerFormat)})` : how;
  }
  if (type === 'oauth2') return `OAuth 2.0 (${Object.keys(objectOf(scheme.flows)).join(', ')})`;
  if (type === 'openIdConnect') return 'OpenID Connect';
  if (type === 'mutualTLS') return 'Mutual TLS';
  return textOf(type) ?? '';
}

const flowUrls = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'];

function urlsOf(scheme: JsonObject): { name: string; url: string }[] {
  const ofFlows = Object.values(objectOf(scheme.flows)).flatMap((flow) =>
    flowUrls.flatMap((name) => {
      const url = textOf(objectOf(flow)[name]);
      return url ? [{ name, url }] : [];
    }),
  );
  const discovery = textOf(scheme.openIdConnectUrl);
  const all = [...ofFlows, ...(discovery ? [{ name: 'openIdConnectUrl', url: discovery }] : [])];
  return [...new Map(all.map((one) => [`${one.name} ${one.url}`, one])).values()];
}

/** `read:pets (Read your pets)` */
function withMeaning(scope: string, scheme: JsonObject): string {
  for (const flow of Object.values(objectOf(scheme.flows))) {
    const scopes = objectOf(objectOf(flow).scopes);
    const meaning = Object.hasOwn(scopes, scope) ? textOf(scopes[scope]) : undefined;
    if (meaning) return `${scope} (${meaning})`;
  }
  return scope;
}
