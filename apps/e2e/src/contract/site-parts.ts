import type { Site, SiteSection, SiteSectionGroup, SiteSpace } from '@bindery/contracts';
import type { TestOrganization } from '../support/test-organization';
import type { Example } from './example';

export type Maker = (world: TestOrganization) => Promise<Example>;

export const call = async <T>({ api, admin }: TestOrganization, operation: string, request: Example): Promise<T> =>
  api.expect<T>(operation, { token: admin.token, ...request });

export const space = async (world: TestOrganization, title = 'Guide'): Promise<string> =>
  (await call<{ id: string }>(world, 'createSpace', { params: inOrganization(world), body: { title } })).id;

export const inOrganization = ({ organization }: TestOrganization) => ({ organizationId: organization });

/** A site of the first organization with one site-space at its root. */
export async function site(world: TestOrganization, body: object = {}) {
  const spaces = [await space(world)];
  const { id } = await call<Site>(world, 'createSite', {
    params: inOrganization(world),
    body: { title: 'Handbook', visibility: 'unlisted', spaces, ...body },
  });
  return { ...inOrganization(world), siteId: id };
}

export const inSite: Maker = async (world) => ({ params: await site(world) });

export async function section(world: TestOrganization) {
  const params = await site(world);
  const body = { spaceId: await space(world), title: 'API' };
  const { id } = await call<SiteSection>(world, 'addSectionToSite', { params, body });
  return { ...params, siteSectionId: id };
}

export async function siteSpace(world: TestOrganization) {
  const params = await site(world);
  const { id } = await call<SiteSpace>(world, 'addSpaceToSite', { params, body: { spaceId: await space(world) } });
  return { ...params, siteSpaceId: id };
}

export async function group(world: TestOrganization) {
  const { siteSectionId, ...params } = await section(world);
  const body = { title: 'More', sections: [siteSectionId] };
  const { id } = await call<SiteSectionGroup>(world, 'addSectionGroupToSite', { params, body });
  return { ...params, siteSectionGroupId: id, siteSectionId };
}

export const inGroup = async (world: TestOrganization) => {
  const { siteSectionId: _section, ...params } = await group(world);
  return params;
};

export async function shareLink(world: TestOrganization) {
  const params = await site(world, { visibility: 'share-link' });
  const { id } = await call<{ id: string }>(world, 'createSiteShareLink', { params, body: { name: 'Friends' } });
  return { ...params, shareLinkId: id };
}

/** The address of a published site. */
export async function publishedUrl(world: TestOrganization): Promise<string> {
  const { urls } = await call<Site>(world, 'publishSite', { params: await site(world) });
  return urls.published!;
}

export async function redirect(world: TestOrganization) {
  const params = await siteSpace(world);
  const { siteSpaceId, ...inSite } = params;
  const body = { source: '/old', destination: { kind: 'site-space', siteSpaceId } };
  const { id } = await call<{ id: string }>(world, 'createSiteRedirect', { params: inSite, body });
  return { ...inSite, siteRedirectId: id };
}

export async function externalLink(world: TestOrganization) {
  const params = await site(world);
  const body = { title: 'Status', url: 'https://status.example.com' };
  const { id } = await call<{ id: string }>(world, 'addExternalLinkToSite', { params, body });
  return { ...params, siteExternalLinkId: id };
}

/** A host name that no resolver knows, claimed for a site. */
export async function hostname(world: TestOrganization) {
  const params = await site(world);
  const name = `${params.siteId.toLowerCase()}.docs.invalid`;
  await call(world, 'updateSiteById', { params, body: { hostname: name } });
  return { hostname: name };
}

/** A site on which a member and a team were given a role. */
export async function shared(world: TestOrganization) {
  const params = await site(world);
  const { id: userId } = await world.records.user({ [world.organization]: null });
  const { id: teamId } = await call<{ id: string }>(world, 'createOrganizationTeam', {
    params: inOrganization(world),
    body: { title: 'Writers' },
  });
  const body = { users: [userId], teams: [teamId], role: 'edit' };
  await call(world, 'inviteToSite', { params, body });
  return { inSite: params, ofUser: { ...params, userId }, ofTeam: { ...params, teamId }, body };
}

/** The objects that are only read, made once for a test organization: a site that has one of everything. */
interface ReadSite {
  inSite: { organizationId: string; siteId: string };
  siteSpaceId: string;
  hostname: string;
}

const readSites = new WeakMap<TestOrganization, Promise<ReadSite>>();

async function makeReadSite(world: TestOrganization): Promise<ReadSite> {
  const { siteSectionId: _section, siteSectionGroupId: _group, ...inSite } = await group(world);
  const { items } = await call<{ items: SiteSpace[] }>(world, 'listSiteSpaces', { params: inSite });
  const siteSpaceId = items[0]!.id;
  const destination = { kind: 'site-space', siteSpaceId };
  await call(world, 'createSiteRedirect', { params: inSite, body: { source: '/old', destination } });
  await call(world, 'createSiteShareLink', { params: inSite, body: { name: 'Friends' } });
  const hostname = `${inSite.siteId.toLowerCase()}.docs.invalid`;
  await call(world, 'updateSiteById', { params: inSite, body: { hostname } });
  return { inSite, siteSpaceId, hostname };
}

export function readSite(world: TestOrganization): Promise<ReadSite> {
  let known = readSites.get(world);
  if (!known) readSites.set(world, (known = makeReadSite(world)));
  return known;
}

export const readInSite: Maker = async (world) => ({ params: (await readSite(world)).inSite });
