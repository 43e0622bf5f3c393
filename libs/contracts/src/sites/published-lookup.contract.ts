import { batch } from '../core/compose';
import { call, contract, get, internal, post } from '../core/endpoint';
import { Const, Flag, Id, MapOf, Nested, OneOf, Text, Url, Value } from '../core/fields';
import { unionOf } from '../core/schema';
import type { Principal, Visit } from '../core/principal';

const isClaims = (value: unknown): true | string =>
  (typeof value === 'object' && value !== null && !Array.isArray(value)) || 'must be an object';

class SiteVisitorPayload {
  @Text({ max: 8_192, optional: true, description: 'The JWT of the visitor, signed with the key of the site.' })
  jwtToken?: string;
  @Value({ type: 'object' }, isClaims, { optional: true, description: 'Claims that do not need a signature.' })
  unsignedClaims?: Record<string, unknown>;
}

export class ResolvePublishedContent {
  @Url({ max: 8_192 }) url!: string;
  @Nested(() => SiteVisitorPayload, { optional: true }) visitor?: SiteVisitorPayload;
  @Flag({
    optional: true,
    description: 'Whether to redirect visitors without a valid token to the fallback URL of the site.',
  })
  redirectOnError?: boolean;
}

export class PublishedContentQuery {
  @Url({ max: 8_192 }) url!: string;
  @Text({ max: 8_192, optional: true, token: true }) visitorAuthToken?: string;
  @Flag({ optional: true }) redirectOnError?: boolean;
}

export class PublishedSiteContent {
  @Id() organization!: string;
  @Id() site!: string;
  @Id({ optional: true }) siteSection?: string;
  @Id() siteSpace!: string;
  @Id() space!: string;
  @Text({ description: 'The path of the page within its space, with a slash before it.' }) pathname!: string;
  @Text({ description: 'The path of the site space on its host.' }) basePath!: string;
  @Text({ description: 'The path of the site on its host.' }) siteBasePath!: string;
  @Text({ description: 'A token that reads the content of the site. Valid for at least ten minutes.' })
  apiToken!: string;
  @Text({ optional: true }) shareKey?: string;
  @Flag({ description: 'Whether all longer paths with this beginning lead to the same site space.' })
  complete!: boolean;
  @Url({ max: 8_192 }) canonicalUrl!: string;
}

export class PublishedContentRedirect {
  @OneOf(['application', 'content', 'external']) target!: 'application' | 'content' | 'external';
  @Url({ max: 8_192 }) redirect!: string;
}

export type PublishedSiteContentLookup = PublishedSiteContent | PublishedContentRedirect;
const Lookup = unionOf<PublishedSiteContentLookup>('PublishedSiteContentLookup', () => [
  PublishedSiteContent,
  PublishedContentRedirect,
]);

export const publishedLookup = contract('sites', 'URLs', {
  resolvePublishedContentByUrl: post('/urls/published', {
    summary: 'Get the published content at a URL, with a token to read it',
    body: ResolvePublishedContent,
    returns: Lookup,
    anonymous: true,
    unaudited: true,
  }),
  getPublishedContentByUrl: get('/urls/published', {
    summary: 'Get the published content at a URL, with a token to read it',
    query: PublishedContentQuery,
    returns: Lookup,
    anonymous: true,
    deprecated: { since: '2026-11-20', successor: '/urls/published' },
  }),
});

export class PublishedAddress {
  @Url({ max: 8_192 }) url!: string;
}

/** The space that a published site shows at an address, and the path of the page in it. */
export class PublishedPlace {
  @Id() space!: string;
  @Text({ max: 8_192 }) path!: string;
}

/** The content service decides who may read the space. */
export const publishedAddresses = internal('sites', {
  /** Throws 404 where no published site shows a space. */
  findPublishedPlace: call({ body: PublishedAddress, returns: PublishedPlace }),
});

const isVisit = (value: unknown): true | string => isClaims(value);

/** The principal of a content token. */
export class VisitPrincipal implements Principal {
  @Const('visitor') kind!: 'visitor';
  @Text() user!: '';
  @Text() token!: string;
  @MapOf({ type: 'object' }, () => true) organizations!: Principal['organizations'];
  @Value({ type: 'object' }, isVisit) visit!: Visit;
}

/** Readers by their content tokens. Only the gateway asks. */
export const visitsByToken = batch('sites', 'visitsByToken', VisitPrincipal, { kept: true });

/** `<22 letters and digits>.<base64url of {"exp":n}>.<8 characters>`: what decodes like a JWT and is as short as can be. */
export const contentTokenPattern = /^[0-9A-Za-z]{22}\.[\w-]{20,30}\.[\w-]{8}$/;
