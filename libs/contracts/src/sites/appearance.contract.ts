import { contract, del, get, patch, post, put } from '../core/endpoint';
import { Const, Id, Nested, Text, Union, Url, Value, type FieldOptions } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { ShareKey } from '../core/share-key';
import { SiteCustomizationSettings } from './customization.dto';
import { SiteExternalLink } from './structure.dto';

const isPart = (value: unknown): true | string => typeof value === 'object' || 'must be an object or null';

/** A group of settings, as a whole or in part; null takes the override away. */
const Part = (array = false) =>
  Value({ type: ['object', 'array', 'null'] }, array ? isList : isPart, { optional: true });
const isList = (value: unknown): true | string => value === null || Array.isArray(value) || 'must be a list or null';

/** The customization in which one site-space differs from its site. The fields of a request are merged into the stored ones. */
export class OverrideSiteSpaceCustomization {
  @Text({ min: 2, max: 128, optional: true, nullable: true }) title?: string | null;
  @Part() styling?: object | null;
  @Part() internationalization?: object | null;
  @Part() favicon?: object | null;
  @Part() header?: object | null;
  @Part() footer?: object | null;
  @Part() announcement?: object | null;
  @Part() themes?: object | null;
  @Part() pdf?: object | null;
  @Part() feedback?: object | null;
  @Part() ai?: object | null;
  @Part() advancedCustomization?: object | null;
  @Part() git?: object | null;
  @Part() pageActions?: object | null;
  @Part() externalLinks?: object | null;
  @Part() pagination?: object | null;
  @Part() trademark?: object | null;
  @Part() privacyPolicy?: object | null;
  @Part() socialPreview?: object | null;
  @Part(true) socialAccounts?: object | null;
  @Part() insights?: object | null;
}

const Source = (options: FieldOptions = {}) =>
  Text({
    max: 512,
    pattern: /^\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+)*$/,
    ...options,
  });

/** A path below a site as sources of redirects are written: what may not stand in one is encoded (RFC 3986, section 2.3). */
export const redirectSource = (segments: readonly string[]): string =>
  `/${segments.map((text) => encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, encodeSign)).join('/')}`;

/** The one way in which equal sources are written (RFC 3986, section 6.2.2). */
export const normalSource = (source: string): string =>
  source
    .split('/')
    .map((segment) => (isDecodable(segment) ? redirectSource([decodeURIComponent(segment)]).slice(1) : segment))
    .join('/');

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

const encodeSign = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

class RedirectToSection {
  @Const('site-section') kind!: 'site-section';
  @Id() siteSectionId!: string;
}

class RedirectToSiteSpace {
  @Const('site-space') kind!: 'site-space';
  @Id() siteSpaceId!: string;
}

class RedirectToPage {
  @Const('site-page') kind!: 'site-page';
  @Id() siteSpaceId!: string;
  @Id() pageId!: string;
}

class RedirectToUrl {
  @Const('url') kind!: 'url';
  @Url() url!: string;
}

export type SiteRedirectDestination = RedirectToSection | RedirectToSiteSpace | RedirectToPage | RedirectToUrl;
const destinations = () => [RedirectToSection, RedirectToSiteSpace, RedirectToPage, RedirectToUrl];

export class SiteRedirect {
  @Const('site-redirect') object!: 'site-redirect';
  @Id() id!: string;
  @Source() source!: string;
  @Union('kind', destinations) destination!: SiteRedirectDestination;
}

export class CreateSiteRedirect {
  @Source() source!: string;
  @Union('kind', destinations) destination!: SiteRedirectDestination;
}

export class UpdateSiteRedirect {
  @Source({ optional: true }) source?: string;
  @Union('kind', destinations, { optional: true }) destination?: SiteRedirectDestination;
}

export class ChangeSiteRedirects {
  @Nested(() => CreateSiteRedirect, {
    array: { max: 1000 },
    optional: true,
    description: 'The redirects to create. A redirect with the same source is updated instead.',
  })
  set?: CreateSiteRedirect[];
  @Id({
    array: { max: 1000 },
    optional: true,
    description: 'The ids of the redirects to delete. Ids of deleted redirects are ignored.',
  })
  remove?: string[];
}

export class ListRedirectsQuery extends PageQuery {
  @Text({ max: 512, optional: true, description: 'Only redirects whose source contains this text.' }) search?: string;
}

export class RedirectQuery {
  @Text({ max: 512 }) source!: string;
  @ShareKey() shareKey?: string;
}

export class SiteRedirectMatch {
  @Nested(() => SiteRedirect) redirect!: SiteRedirect;
  @Url({ max: 8_192, description: 'The URL to which the redirect leads.' }) target!: string;
}

class LinkFields {
  @Text({ max: 50, nullable: true, optional: true, description: 'The name of an icon.' }) icon?: string | null;
}

export class AddExternalLink extends LinkFields {
  @Text({ min: 1, max: 100 }) title!: string;
  @Url() url!: string;
  @Id({ optional: true, description: 'The section group of the link. Defaults to the top level of the site.' })
  parent?: string;
}

export class UpdateExternalLink extends LinkFields {
  @Text({ min: 1, max: 100, optional: true }) title?: string;
  @Url({ optional: true }) url?: string;
}

const site = '/orgs/:organizationId/sites/:siteId' as const;

export const siteAppearance = contract('sites', 'Site appearance', {
  getSiteCustomizationById: get(`${site}/customization`, {
    summary: 'Get the customization of a site',
    returns: SiteCustomizationSettings,
  }),
  updateSiteCustomizationById: put(`${site}/customization`, {
    summary: 'Replace the customization of a site',
    body: SiteCustomizationSettings,
    returns: SiteCustomizationSettings,
    errors: [412],
  }),
  getSiteSpaceCustomizationById: get(`${site}/site-spaces/:siteSpaceId/customization`, {
    summary: 'Get the customization of a site space',
    returns: SiteCustomizationSettings,
  }),
  overrideSiteSpaceCustomizationById: patch(`${site}/site-spaces/:siteSpaceId/customization`, {
    summary: 'Override parts of the customization for a site space',
    body: OverrideSiteSpaceCustomization,
    returns: SiteCustomizationSettings,
    errors: [412],
  }),
  deleteSiteSpaceCustomizationById: del(`${site}/site-spaces/:siteSpaceId/customization`, {
    summary: 'Remove the overrides of a site space, which then looks like its site',
    errors: [412],
  }),
});

export const siteRedirects = contract('sites', 'Site redirects', {
  listSiteRedirects: get(`${site}/redirects`, {
    summary: 'List the redirects of a site',
    query: ListRedirectsQuery,
    returns: PageOf(SiteRedirect),
  }),
  createSiteRedirect: post(`${site}/redirects`, {
    summary: 'Create a redirect',
    body: CreateSiteRedirect,
    returns: SiteRedirect,
    errors: [409],
  }),
  changeSiteRedirects: put(`${site}/redirects`, {
    summary: 'Create, update and delete many redirects at once',
    body: ChangeSiteRedirects,
    errors: [412],
  }),
  updateSiteRedirectById: patch(`${site}/redirects/:siteRedirectId`, {
    summary: 'Update a redirect',
    body: UpdateSiteRedirect,
    returns: SiteRedirect,
    errors: [409, 412],
  }),
  deleteSiteRedirectById: del(`${site}/redirects/:siteRedirectId`, { summary: 'Delete a redirect', errors: [412] }),
  getSiteRedirectBySource: get(`${site}/redirect`, {
    summary: 'Get the redirect for a path',
    query: RedirectQuery,
    returns: SiteRedirectMatch,
    anonymous: true,
  }),
});

export const siteExternalLinks = contract('sites', 'Site external links', {
  addExternalLinkToSite: post(`${site}/external-links`, {
    summary: 'Add an external link to the navigation of a site',
    body: AddExternalLink,
    returns: SiteExternalLink,
  }),
  updateSiteExternalLinkById: patch(`${site}/external-links/:siteExternalLinkId`, {
    summary: 'Update an external link',
    body: UpdateExternalLink,
    returns: SiteExternalLink,
    errors: [412],
  }),
  deleteSiteExternalLinkById: del(`${site}/external-links/:siteExternalLinkId`, {
    summary: 'Remove an external link',
    errors: [412],
  }),
});
