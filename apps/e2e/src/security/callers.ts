import { createHash, randomBytes } from 'node:crypto';
import { newId } from '@bindery/persistence';
import type { MemberRole, ShareLink, Site } from '@bindery/contracts';
import { SiteWorld } from '@bindery/testing';
import { signedIn } from '../access/permission-table';
import { installation } from '../contract/integration-examples';
import type { TestOrganization } from '../support/test-organization';

/** All kinds of callers, from those with the fewest permissions. `member` and `stranger` belong to another organization. */
export const callerNames = [
  'anonymous',
  'garbage',
  'revoked',
  'shareKey',
  'contentToken',
  'integration',
  'installation',
  'member',
  ...signedIn,
] as const;
export type CallerName = (typeof callerNames)[number];

export interface Caller {
  token?: string;
  query?: Record<string, string>;
}

/** One caller of each kind for a world. The integrations have no scopes, so that they may only what needs none. */
export async function callersOf(world: TestOrganization): Promise<Record<CallerName, Caller>> {
  const { records, organization, other, guest, admin, otherAdmin } = world;
  const as = async (role: MemberRole): Promise<Caller> => ({
    token: (await records.user({ [organization]: role })).token,
  });
  const { shareKey, contentToken } = await readerOf(world);
  const { installationId } = await unscoped(world);
  return {
    anonymous: {},
    garbage: { token: `bnd_user_${'0'.repeat(48)}_test` },
    revoked: { token: await revoked(world) },
    shareKey: { query: { shareKey } },
    contentToken: { token: contentToken },
    integration: { token: await integrationToken(world, installationId) },
    installation: { token: await integrationToken(world, installationId, installationId) },
    member: { token: (await records.user({ [other]: 'read' })).token },
    stranger: { token: otherAdmin.token },
    guest: { token: guest.token },
    read: await as('read'),
    comment: await as('comment'),
    edit: await as('edit'),
    review: await as('review'),
    create: await as('create'),
    admin: { token: admin.token },
  };
}

async function revoked({ api, records, organization }: TestOrganization): Promise<string> {
  const { token } = await records.user({ [organization]: 'admin' });
  const made = await api.expect<{ id: string; token: string }>('createUserToken', { token, body: { label: 'Gone' } });
  await api.expect('deleteUserToken', { token, params: { tokenId: made.id } });
  return made.token;
}

/** The credentials of a reader of a site of the first organization. */
async function readerOf(world: TestOrganization): Promise<{ shareKey: string; contentToken: string }> {
  const sites = new SiteWorld(world);
  const { id: siteId } = await sites.expect<Site>('createSite', {
    body: { title: 'Read', spaces: [await sites.space('Read')], visibility: 'share-link' },
  });
  const inSite = { params: { siteId } };
  const { urls } = await sites.expect<ShareLink>('createSiteShareLink', { ...inSite, body: { name: 'x' } });
  await sites.expect('publishSite', inSite);
  const { apiToken } = (await sites.lookup(urls.published)).body;
  return { shareKey: urls.published.split('/').at(-2)!, contentToken: apiToken };
}

async function unscoped(world: TestOrganization): Promise<{ installationId: string }> {
  const { params } = await installation(world);
  const { integrationName, installationId } = params as Record<string, string>;
  await world.records.query(`update integrations.integration set scopes = '{}' where name = $1`, [integrationName]);
  return { installationId: installationId! };
}

/** A token as the platform makes one for each delivery; that of an integration cannot be requested. */
export async function integrationToken(
  { records }: TestOrganization,
  of: string,
  installationId?: string,
): Promise<string> {
  const kind = installationId ? 'installation' : 'integration';
  const token = `bnd_${kind}_${randomBytes(24).toString('hex')}_test`;
  await records.query(
    `insert into integrations.access_token (id, hash, integration_id, installation_id, expires_at)
     select $1, $2, integration_id, $3, now() + interval '1 hour' from integrations.installation where id = $4`,
    [newId(), createHash('sha256').update(token).digest('hex'), installationId ?? null, of],
  );
  return token;
}
