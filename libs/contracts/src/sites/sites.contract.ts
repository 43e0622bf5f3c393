import { contract, del, get, patch, post, put } from '../core/endpoint';
import { Const, MapOf, Nested } from '../core/fields';
import { PageOf } from '../core/page';
import { SiteIntegrationScript } from '../integrations/site-scripts.contract';
import { SiteAdaptiveSchema, SiteAdaptiveTemplateConditions, UpdateSiteAdaptiveSchema } from './adaptive-schema.dto';
import { SiteCustomizationSettings } from './customization.dto';
import { ShareKeyQuery } from '../core/share-key';
import { CreateSite, ListSitesQuery, Site, UpdateSite } from './sites.dto';
import { SiteStructure } from './structure.dto';

const aCustomization = (value: unknown): true | string =>
  (typeof value === 'object' && value !== null) || 'must be a customization';

class PublishedCustomizations {
  @Nested(() => SiteCustomizationSettings) site!: SiteCustomizationSettings;
  @MapOf({ type: 'object' }, aCustomization) siteSpaces!: Record<string, SiteCustomizationSettings>;
}

/** Everything that a renderer needs to know of a site. */
export class PublishedContentSite {
  @Const('published-content-site') object!: 'published-content-site';
  @Nested(() => Site) site!: Site;
  @Nested(() => SiteStructure) structure!: SiteStructure;
  @Nested(() => PublishedCustomizations) customizations!: PublishedCustomizations;
  @Nested(() => SiteIntegrationScript, { array: true }) scripts!: SiteIntegrationScript[];
}

const site = '/orgs/:organizationId/sites/:siteId' as const;

export const sites = contract('sites', 'Sites', {
  listSites: get('/orgs/:organizationId/sites', {
    summary: 'List the sites of an organization that the caller can see',
    query: ListSitesQuery,
    returns: PageOf(Site),
  }),
  createSite: post('/orgs/:organizationId/sites', {
    summary: 'Create a site',
    body: CreateSite,
    returns: Site,
    status: 201,
    errors: [409],
  }),
  getSiteById: get(site, { summary: 'Get a site', returns: Site }),
  deleteSiteById: del(site, {
    summary: 'Delete a site',
    description: 'The spaces of the site are kept.',
    errors: [412],
  }),
  updateSiteById: patch(site, { summary: 'Update a site', body: UpdateSite, returns: Site, errors: [409, 412] }),
  publishSite: post(`${site}/publish`, { summary: 'Publish a site for its audience', returns: Site }),
  unpublishSite: post(`${site}/unpublish`, { summary: 'Unpublish a site', returns: Site }),
  getSiteAdaptiveSchema: get(`${site}/adaptive-schema`, {
    summary: 'Get the visitor claims schema of a site',
    returns: SiteAdaptiveSchema,
  }),
  updateSiteAdaptiveSchema: put(`${site}/adaptive-schema`, {
    summary: 'Replace the visitor claims schema of a site',
    body: UpdateSiteAdaptiveSchema,
    returns: SiteAdaptiveSchema,
    errors: [412],
  }),
  listSiteAdaptiveTemplateConditions: get(`${site}/adaptive-schema/template-conditions`, {
    summary: 'List the conditions that the visitor claims schema of a site makes possible',
    returns: SiteAdaptiveTemplateConditions,
  }),
  getPublishedContentSite: get(`${site}/published`, {
    summary: 'Get all data that a renderer needs to show a site',
    query: ShareKeyQuery,
    returns: PublishedContentSite,
    anonymous: true,
  }),
});
