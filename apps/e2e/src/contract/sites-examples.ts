import {
  call,
  externalLink,
  group,
  hostname,
  inGroup,
  inOrganization,
  inSite,
  publishedUrl,
  readInSite,
  readSite,
  redirect,
  section,
  shareLink,
  shared,
  site,
  siteSpace,
  space,
  type Maker,
} from './site-parts';

const claims = {
  type: 'object',
  properties: {
    beta: { type: 'boolean', description: 'Whether the visitor tries new things' },
    plan: { type: 'string', enum: ['free', 'pro'], description: 'The plan' },
  },
  additionalProperties: false,
};

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
  getSiteById: readInSite,
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
  getSiteAdaptiveSchema: readInSite,
  updateSiteAdaptiveSchema: async (world) => ({ params: await site(world), body: { jsonSchema: claims } }),
  listSiteAdaptiveTemplateConditions: readInSite,
  getPublishedContentSite: readInSite,
  getSiteStructure: readInSite,
  sortSiteStructure: async (world) => {
    const { siteSectionId: id, ...params } = await section(world);
    return { params, body: { item: { type: 'site-section', id }, position: {} } };
  },
  listSiteSections: readInSite,
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
  listSiteSpaces: readInSite,
  addSpaceToSite: async (world) => ({ params: await site(world), body: { spaceId: await space(world) } }),
  deleteSiteSpaceById: async (world) => ({ params: await siteSpace(world) }),
  updateSiteSpaceById: async (world) => ({
    params: await siteSpace(world),
    body: { path: 'two', condition: 'visitor.claims.beta', spaceId: await space(world) },
  }),
  moveSiteSpace: async (world) => ({ params: await siteSpace(world), body: { position: {} } }),
  listSiteSectionGroups: readInSite,
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

  listSiteShareLinks: readInSite,
  createSiteShareLink: async (world) => ({ params: await site(world), body: { name: 'Friends' } }),
  updateSiteShareLinkById: async (world) => ({ params: await shareLink(world), body: { name: 'All', active: false } }),
  deleteSiteShareLinkById: async (world) => ({ params: await shareLink(world) }),
  getSitePublishingAuthById: readInSite,
  updateSitePublishingAuthById: async (world) => ({
    params: await site(world),
    body: { backend: 'integration', integration: 'sign-in', fallbackURL: 'https://example.com/sign-in' },
  }),
  regenerateSitePublishingAuthById: inSite,
  getSitePublishingPreviewById: readInSite,
  resolvePublishedContentByUrl: async (world) => ({
    body: { url: await publishedUrl(world), visitor: { unsignedClaims: {} }, redirectOnError: true },
  }),
  getPublishedContentByUrl: async (world) => ({ query: { url: await publishedUrl(world) } }),

  getSiteCustomizationById: readInSite,
  updateSiteCustomizationById: async (world) => {
    const params = await site(world);
    return { params, body: await call<object>(world, 'getSiteCustomizationById', { params }) };
  },
  getSiteSpaceCustomizationById: async (world) => {
    const { inSite, siteSpaceId } = await readSite(world);
    return { params: { ...inSite, siteSpaceId } };
  },
  overrideSiteSpaceCustomizationById: async (world) => ({
    params: await siteSpace(world),
    body: { title: 'Two', styling: { corners: 'straight' }, socialAccounts: [] },
  }),
  deleteSiteSpaceCustomizationById: async (world) => {
    const params = await siteSpace(world);
    await call(world, 'overrideSiteSpaceCustomizationById', { params, body: { title: 'Two' } });
    return { params };
  },
  listSiteRedirects: readInSite,
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
  getSiteRedirectBySource: async (world) => ({ ...(await readInSite(world)), query: { source: '/old' } }),
  addExternalLinkToSite: async (world) => ({
    params: await site(world),
    body: { title: 'Status', url: 'https://status.example.com', icon: 'star' },
  }),
  updateSiteExternalLinkById: async (world) => ({
    params: await externalLink(world),
    body: { title: 'State', url: 'https://state.example.com', icon: null },
  }),
  deleteSiteExternalLinkById: async (world) => ({ params: await externalLink(world) }),
  getCustomHostname: async (world) => ({ params: { hostname: (await readSite(world)).hostname } }),
  dnsRevalidateCustomHostname: async (world) => ({ params: await hostname(world) }),
  removeCustomHostname: async (world) => ({ params: await hostname(world) }),
  duplicateSiteSpace: async (world) => ({ params: await siteSpace(world) }),
  searchSiteContent: async (world) => ({
    ...(await readInSite(world)),
    body: { query: 'home', scope: { mode: 'all' } },
  }),
  streamAskInSite: async (world) => ({ ...(await readInSite(world)), body: { question: 'What is at home?' } }),
  streamRecommendedQuestionsInSite: readInSite,
  trackEventsInSiteById: async (world) => ({ ...(await readInSite(world)), body: { events } }),
  aggregateSiteEvents: async (world) => ({
    ...(await readInSite(world)),
    body: {
      select: [{ column: 'datetime', interval: 'day' }, { column: 'eventsCount' }],
      where: [{ column: 'eventType', values: ['page_view'] }],
      groupBy: [{ column: 'datetime', interval: 'day' }],
      order: { by: { column: 'eventsCount' }, direction: 'desc' },
      range: 'last7Days',
      limit: 10,
    },
  }),
  listSiteVisitorSegments: readInSite,
  listSiteGitSyncInstallations: readInSite,
  inviteToSite: async (world) => {
    const { inSite: params, body } = await shared(world);
    return { params, body };
  },
  listUserPermissionsInSite: readInSite,
  updateUserPermissionInSite: async (world) => ({ params: (await shared(world)).ofUser, body: { role: 'read' } }),
  removeUserFromSite: async (world) => ({ params: (await shared(world)).ofUser }),
  listTeamPermissionsInSite: readInSite,
  updateTeamPermissionInSite: async (world) => ({ params: (await shared(world)).ofTeam, body: { role: null } }),
  removeTeamFromSite: async (world) => ({ params: (await shared(world)).ofTeam }),
  listPermissionsAggregateInSite: readInSite,
};
