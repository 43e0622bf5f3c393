import type { Site, SiteSection, SiteSectionGroup, SiteSpace } from '@bindery/contracts';
import type { World } from '../support/world';
import type { Example } from './examples';

type Maker = (world: World) => Promise<Example>;

const call = async <T>({ api, admin }: World, operation: string, request: Example): Promise<T> =>
  api.expect<T>(operation, { token: admin.token, ...request });

const space = async (world: World, title = 'Guide'): Promise<string> =>
  (await call<{ id: string }>(world, 'createSpace', { params: inOrganization(world), body: { title } })).id;

const inOrganization = ({ organization }: World) => ({ organizationId: organization });

/** A site of the first organization with one site-space at its root. */
export async function site(world: World, body: object = {}) {
  const spaces = [await space(world)];
  const { id } = await call<Site>(world, 'createSite', {
    params: inOrganization(world),
    body: { title: 'Handbook', visibility: 'unlisted', spaces, ...body },
  });
  return { ...inOrganization(world), siteId: id };
}

const inSite: Maker = async (world) => ({ params: await site(world) });

async function section(world: World) {
  const params = await site(world);
  const body = { spaceId: await space(world), title: 'API' };
  const { id } = await call<SiteSection>(world, 'addSectionToSite', { params, body });
  return { ...params, siteSectionId: id };
}

async function siteSpace(world: World) {
  const params = await site(world);
  const { id } = await call<SiteSpace>(world, 'addSpaceToSite', { params, body: { spaceId: await space(world) } });
  return { ...params, siteSpaceId: id };
}

async function group(world: World) {
  const { siteSectionId, ...params } = await section(world);
  const body = { title: 'More', sections: [siteSectionId] };
  const { id } = await call<SiteSectionGroup>(world, 'addSectionGroupToSite', { params, body });
  return { ...params, siteSectionGroupId: id, siteSectionId };
}

const inGroup = async (world: World) => {
  const { siteSectionId: _section, ...params } = await group(world);
  return params;
};

const claims = {
  type: 'object',
  properties: {
    beta: { type: 'boolean', description: 'Whether the visitor tries new things' },
    plan: { type: 'string', enum: ['free', 'pro'], description: 'The plan' },
  },
  additionalProperties: false,
};

async function shareLink(world: World) {
  const params = await site(world, { visibility: 'share-link' });
  const { id } = await call<{ id: string }>(world, 'createSiteShareLink', { params, body: { name: 'Friends' } });
  return { ...params, shareLinkId: id };
}

/** The address of a published site. */
async function publishedUrl(world: World): Promise<string> {
  const { urls } = await call<Site>(world, 'publishSite', { params: await site(world) });
  return urls.published!;
}

async function redirect(world: World) {
  const params = await siteSpace(world);
  const { siteSpaceId, ...inSite } = params;
  const body = { source: '/old', destination: { kind: 'site-space', siteSpaceId } };
  const { id } = await call<{ id: string }>(world, 'createSiteRedirect', { params: inSite, body });
  return { ...inSite, siteRedirectId: id };
}

async function externalLink(world: World) {
  const params = await site(world);
  const body = { title: 'Status', url: 'https://status.example.com' };
  const { id } = await call<{ id: string }>(world, 'addExternalLinkToSite', { params, body });
  return { ...params, siteExternalLinkId: id };
}

/** A host name that no resolver knows, claimed for a site. */
async function hostname(world: World) {
  const params = await site(world);
  const name = `${params.siteId.toLowerCase()}.docs.invalid`;
  await call(world, 'updateSiteById', { params, body: { hostname: name } });
  return { hostname: name };
}

/** A site on which a member and a team were given a role. */
async function shared(world: World) {
  const params = await site(world);
  const { id: userId } = await world.people.user({ [world.organization]: null });
  const { id: teamId } = await call<{ id: string }>(world, 'createOrganizationTeam', {
    params: inOrganization(world),
    body: { title: 'Writers' },
  });
  const body = { users: [userId], teams: [teamId], role: 'edit' };
  await call(world, 'inviteToSite', { params, body });
  return { inSite: params, ofUser: { ...params, userId }, ofTeam: { ...params, teamId }, body };
}

const events = [
  {
    type: 'page_view',
    session: { visitorId: 'v1', sessionId: 's1', language: 'en', referrer: null },
    location: { url: 'https://docs.example.com/', siteSection: null, siteSpace: null, space: null, page: null },
  },
];

export const sitesExamples: Record<string, Maker> = {
  listSites: async (world) => ({ params: inOrganization(world) }),
  createSite: async (world) => ({
    params: inOrganization(world),
    body: { type: 'basic', title: 'Handbook', visibility: 'unlisted', spaces: [await space(world)] },
  }),
  getSiteById: inSite,
  deleteSiteById: inSite,
  updateSiteById: async (world) => {
    const params = await site(world);
    return {
      params,
      body: {
        title: 'Manual',
        visibility: 'public',
        basename: `b-${params.siteId}`,
        adaptiveContent: { enabled: true },
        agentsContext: 'excluded',
        proxy: `docs.example.com/${params.siteId}`,
      },
    };
  },
  publishSite: inSite,
  unpublishSite: inSite,
  getSiteAdaptiveSchema: inSite,
  updateSiteAdaptiveSchema: async (world) => ({ params: await site(world), body: { jsonSchema: claims } }),
  listSiteAdaptiveTemplateConditions: inSite,
  getPublishedContentSite: inSite,
  getSiteStructure: inSite,
  sortSiteStructure: async (world) => {
    const { siteSectionId: id, ...params } = await section(world);
    return { params, body: { item: { type: 'site-section', id }, position: {} } };
  },
  listSiteSections: async (world) => {
    const { siteSectionId: _, ...params } = await section(world);
    return { params };
  },
  addSectionToSite: async (world) => ({
    params: await site(world),
    body: { spaceId: await space(world), title: 'API', icon: 'book' },
  }),
  deleteSiteSectionById: async (world) => ({ params: await section(world) }),
  updateSiteSectionById: async (world) => ({
    params: await section(world),
    body: { title: 'Reference', path: 'reference', condition: 'visitor.claims.beta', icon: 'star', description: 'All' },
  }),
  moveSiteSection: async (world) => ({ params: await section(world), body: { position: {} } }),
  listSiteSpaces: inSite,
  addSpaceToSite: async (world) => ({ params: await site(world), body: { spaceId: await space(world) } }),
  deleteSiteSpaceById: async (world) => ({ params: await siteSpace(world) }),
  updateSiteSpaceById: async (world) => ({
    params: await siteSpace(world),
    body: { path: 'two', condition: 'visitor.claims.beta', spaceId: await space(world) },
  }),
  moveSiteSpace: async (world) => ({ params: await siteSpace(world), body: { position: {} } }),
  listSiteSectionGroups: async (world) => {
    const { organizationId, siteId } = await group(world);
    return { params: { organizationId, siteId } };
  },
  addSectionGroupToSite: async (world) => {
    const { siteSectionId, ...params } = await section(world);
    return { params, body: { title: 'More', icon: 'star', sections: [siteSectionId] } };
  },
  deleteSiteSectionGroupById: async (world) => ({ params: await inGroup(world) }),
  updateSiteSectionGroupById: async (world) => ({
    params: await inGroup(world),
    body: { title: 'Less', icon: 'book' },
  }),
  addSectionToGroup: async (world) => {
    const { siteSectionId, ...params } = await group(world);
    return { params, body: { sectionId: siteSectionId } };
  },
  removeSectionFromGroup: async (world) => ({ params: await group(world) }),
  moveSiteSectionGroup: async (world) => ({ params: await inGroup(world), body: { position: {} } }),

  listSiteShareLinks: async (world) => {
    const { organizationId, siteId } = await shareLink(world);
    return { params: { organizationId, siteId } };
  },
  createSiteShareLink: async (world) => ({ params: await site(world), body: { name: 'Friends' } }),
  updateSiteShareLinkById: async (world) => ({ params: await shareLink(world), body: { name: 'All', active: false } }),
  deleteSiteShareLinkById: async (world) => ({ params: await shareLink(world) }),
  getSitePublishingAuthById: inSite,
  updateSitePublishingAuthById: async (world) => ({
    params: await site(world),
    body: { backend: 'integration', integration: 'sign-in', fallbackURL: 'https://example.com/sign-in' },
  }),
  regenerateSitePublishingAuthById: inSite,
  getSitePublishingPreviewById: inSite,
  resolvePublishedContentByUrl: async (world) => ({
    body: { url: await publishedUrl(world), visitor: { unsignedClaims: {} }, redirectOnError: true },
  }),
  getPublishedContentByUrl: async (world) => ({ query: { url: await publishedUrl(world) } }),

  getSiteCustomizationById: inSite,
  updateSiteCustomizationById: async (world) => {
    const params = await site(world);
    return { params, body: await call<object>(world, 'getSiteCustomizationById', { params }) };
  },
  getSiteSpaceCustomizationById: async (world) => ({ params: await siteSpace(world) }),
  overrideSiteSpaceCustomizationById: async (world) => ({
    params: await siteSpace(world),
    body: { title: 'Two', styling: { corners: 'straight' }, socialAccounts: [] },
  }),
  deleteSiteSpaceCustomizationById: async (world) => {
    const params = await siteSpace(world);
    await call(world, 'overrideSiteSpaceCustomizationById', { params, body: { title: 'Two' } });
    return { params };
  },
  listSiteRedirects: inSite,
  createSiteRedirect: async (world) => {
    const { siteSpaceId, ...params } = await siteSpace(world);
    return { params, body: { source: '/old', destination: { kind: 'site-space', siteSpaceId } } };
  },
  changeSiteRedirects: async (world) => {
    const { siteRedirectId, ...params } = await redirect(world);
    const destination = { kind: 'url', url: 'https://example.com/new' };
    return { params, body: { set: [{ source: '/older', destination }], remove: [siteRedirectId] } };
  },
  updateSiteRedirectById: async (world) => ({ params: await redirect(world), body: { source: '/oldest' } }),
  deleteSiteRedirectById: async (world) => ({ params: await redirect(world) }),
  getSiteRedirectBySource: async (world) => {
    const { siteRedirectId: _, ...params } = await redirect(world);
    return { params, query: { source: '/old' } };
  },
  addExternalLinkToSite: async (world) => ({
    params: await site(world),
    body: { title: 'Status', url: 'https://status.example.com', icon: 'star' },
  }),
  updateSiteExternalLinkById: async (world) => ({
    params: await externalLink(world),
    body: { title: 'State', url: 'https://state.example.com', icon: null },
  }),
  deleteSiteExternalLinkById: async (world) => ({ params: await externalLink(world) }),
  getCustomHostname: async (world) => ({ params: await hostname(world) }),
  dnsRevalidateCustomHostname: async (world) => ({ params: await hostname(world) }),
  removeCustomHostname: async (world) => ({ params: await hostname(world) }),
  duplicateSiteSpace: async (world) => ({ params: await siteSpace(world) }),
  searchSiteContent: async (world) => ({ params: await site(world), body: { query: 'home', scope: { mode: 'all' } } }),
  trackEventsInSiteById: async (world) => ({ params: await site(world), body: { events } }),
  aggregateSiteEvents: async (world) => ({
    params: await site(world),
    body: {
      select: [{ column: 'datetime', interval: 'day' }, { column: 'eventsCount' }],
      where: [{ column: 'eventType', values: ['page_view'] }],
      groupBy: [{ column: 'datetime', interval: 'day' }],
      order: { by: { column: 'eventsCount' }, direction: 'desc' },
      range: 'last7Days',
      limit: 10,
    },
  }),
  inviteToSite: async (world) => {
    const { inSite: params, body } = await shared(world);
    return { params, body };
  },
  listUserPermissionsInSite: async (world) => ({ params: (await shared(world)).inSite }),
  updateUserPermissionInSite: async (world) => ({ params: (await shared(world)).ofUser, body: { role: 'read' } }),
  removeUserFromSite: async (world) => ({ params: (await shared(world)).ofUser }),
  listTeamPermissionsInSite: async (world) => ({ params: (await shared(world)).inSite }),
  updateTeamPermissionInSite: async (world) => ({ params: (await shared(world)).ofTeam, body: { role: null } }),
  removeTeamFromSite: async (world) => ({ params: (await shared(world)).ofTeam }),
  listPermissionsAggregateInSite: async (world) => ({ params: (await shared(world)).inSite }),
};
