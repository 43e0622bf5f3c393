import type { ServiceConfig } from '@bindery/config';
import type { IntegrationInstallation, ShareLink, SitePublishingAuth } from '@bindery/contracts';
import { CONFIG, operate, type OperatorRow } from '@bindery/service';
import { definitionOf, everyTable, install, publish, signingSettings, SiteWorld } from '@bindery/testing';
import { SERVICES, type ServiceName } from '@bindery/launcher';
import { startIsolatedPlatform, type IsolatedPlatform } from '../support/test-organization';

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64url');
const [old, next] = [key(1), key(2)];

let world: IsolatedPlatform;
let sites: SiteWorld;

beforeAll(async () => {
  // As in the middle of a rotation: what runs still seals with the old key and opens what has the new one.
  world = await startIsolatedPlatform({ SECRET_KEY: old, SECRET_KEY_OLD: next });
  sites = new SiteWorld(world);
});
afterAll(() => world.close());

/** Rotates the keys of a service, as its program does. */
async function rotate(name: ServiceName, keys: { SECRET_KEY: string; SECRET_KEY_OLD?: string }) {
  const env = {
    PORT: '0',
    ...signingSettings(name),
    NATS_URL: 'nats://127.0.0.1:1',
    PUBLIC_URL: 'http://bindery.test',
    STORAGE_URL: 'file:///nowhere',
    DATABASE_URL: world.platform.services[name].app.get<ServiceConfig>(CONFIG).DATABASE_URL,
    ...keys,
  };
  return (await operate(await definitionOf(name), ['keys', 'rotate'], env)).report;
}

/** Texts that look like sealed ones: 89 bytes or more in base64url, of which the first says the layout. */
async function sealedTexts(): Promise<Set<string>> {
  const tables = await everyTable(world);
  return new Set([...tables.values()].flatMap((rows) => rows.match(/(?<![\w-])A[Q-Za-f][\w-]{116,}/g) ?? []));
}

it('seals everything anew while the platform runs, and finds nothing left to do', async () => {
  const integration = await publish(world, { secrets: { KEY: 'canary' }, scopes: ['space:content:read'] });
  const params = await install(world, integration);
  const { id: space } = await world.api.expect<{ id: string }>('createSpace', {
    token: world.admin.token,
    params: { organizationId: world.organization },
    body: { title: 'Sealed' },
    headers: { 'idempotency-key': 'sealed' },
  });
  await world.api.expect('installIntegrationOnSpace', { token: world.admin.token, params, body: { space } });
  await world.api.expect('importGitRepository', {
    token: world.admin.token,
    params: { spaceId: space },
    body: { url: 'https://user:password@git.example.com/docs.git', ref: 'refs/heads/main' },
  });
  const site = await sites.site(['Shared'], { visibility: 'share-link' });
  const inSite = { params: { siteId: site.id } };
  const link = await sites.expect<ShareLink>('createSiteShareLink', { ...inSite, body: { name: 'x' } });
  const { privateKey } = await sites.expect<SitePublishingAuth>('getSitePublishingAuthById', inSite);
  await sites.publish(site.id);
  const before = await sealedTexts();

  const rows: OperatorRow[] = [];
  for (const name of SERVICES) rows.push(...(await rotate(name, { SECRET_KEY: next, SECRET_KEY_OLD: old })).rows);
  for (const table of ['share_link', 'publishing_auth', 'job', 'integration', 'integration_secret', 'idempotency'])
    expect([table, rows.some((row) => row.table === table && Number(row.resealed) > 0)]).toEqual([table, true]);
  for (const table of ['installation', 'content_installation', 'event'])
    expect([table, rows.some((row) => row.table === table && Number(row.resealed) > 0)]).toEqual([table, true]);
  // No place was forgotten: what is sealed is all sealed anew.
  const after = await sealedTexts();
  expect(before.size).toBeGreaterThanOrEqual(9);
  expect([...before].filter((text) => after.has(text))).toEqual([]);

  for (const name of SERVICES) {
    const report = await rotate(name, { SECRET_KEY: next });
    expect([name, report.rows.filter((row) => row.unreadable || row.resealed), report.failed]).toEqual([
      name,
      [],
      false,
    ]);
  }
  // The running platform goes on: it finds the link by its new hash, and decrypts data with the new key.
  expect((await sites.lookup(link.urls.published!)).status).toBe(200);
  expect(await sites.expect('getSitePublishingAuthById', inSite)).toMatchObject({ privateKey });
  expect(
    await world.api.expect<IntegrationInstallation>('getIntegrationInstallationById', {
      token: world.admin.token,
      params,
    }),
  ).toMatchObject({ configuration: {} });
});

it('leaves what it cannot open, and says so', async () => {
  const report = await rotate('sites', { SECRET_KEY: key(3) });
  expect(report).toMatchObject({ failed: true, next: expect.stringContaining('SECRET_KEY_OLD') as string });
  expect(report.rows).toContainEqual({ table: 'share_link', resealed: 0, current: 0, unreadable: 1 });
  expect((await rotate('sites', { SECRET_KEY: next })).failed).toBe(false);
});
