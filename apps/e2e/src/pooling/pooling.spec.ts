import type { ChangeRequest, DocumentPage, Space } from '@bindery/contracts';
import { sessionLimits } from '@bindery/config';
import { Database } from '@bindery/persistence';
import { importFiles, startPlatform, testServers, until } from '@bindery/testing';
import { populate, type IsolatedPlatform } from '../support/test-organization';
import { pgBouncerVersion, poolModes, startPgBouncer, type PgBouncer } from './pgbouncer';
import { alterRole, emptySites, openSites } from './unprovisioned';

if (!pgBouncerVersion) console.warn('PgBouncer is not on PATH: services behind a pooler are not tested');
else if (!poolModes.includes('transaction'))
  console.warn(`PgBouncer ${pgBouncerVersion} is older than 1.21: transaction pooling is not tested`);

/** Of the platform, for each service; in transaction mode they share fewer sessions of Postgres. */
const connections = 4;

(pgBouncerVersion ? describe : describe.skip).each(poolModes)('behind a PgBouncer that pools by %s', (mode) => {
  const sessions = mode === 'transaction' ? 2 : connections;
  let bouncer: PgBouncer;
  let world: IsolatedPlatform;

  beforeAll(async () => {
    bouncer = await startPgBouncer(await testServers(), mode, sessions);
    world = await populate(await startPlatform({}, bouncer.pooled));
  });
  afterAll(async () => {
    await world?.close();
    await bouncer?.stop();
  });

  const databases = () => Object.values(world.platform.services).map(({ app }) => app.get(Database));

  it('does what the platform does: work in the background, transactions, events', async () => {
    const { api, admin, organization } = world;
    const { token } = admin;
    const imported = await importFiles(world, {
      'README.md': '# Pooled\n\nText\n',
      'SUMMARY.md': '* [Pooled](README.md)\n',
    });
    expect(imported.status).toBe('completed');
    const spaceId = imported.spaces[0]!.id;
    const inSpace = { token, params: { spaceId } };
    const inOrganization = { token, params: { organizationId: organization } };
    const edit = async (subject: string) => {
      const { id: changeRequestId } = await api.expect<ChangeRequest>('createChangeRequest', {
        ...inSpace,
        body: { subject },
      });
      const request = { token, params: { spaceId, changeRequestId } };
      await api.expect('postCommentInChangeRequest', { ...request, body: { body: { markdown: subject } } });
      await api.expect('mergeChangeRequest', { ...request, body: {} });
      return changeRequestId;
    };
    // More at the same time than there are sessions of Postgres.
    const subjects = Array.from({ length: 12 }, (_, index) => `Change ${index}`);
    await Promise.all([
      ...subjects.map(edit),
      ...subjects.map((title) => api.expect<Space>('createSpace', { ...inOrganization, body: { title } })),
      ...subjects.map((title) => api.expect('createOrganizationTeam', { ...inOrganization, body: { title } })),
      ...subjects.map((title) => api.expect('createSite', { ...inOrganization, body: { title } })),
      ...subjects.map(() => api.expect('listOrganizationIntegrations', inOrganization)),
      ...subjects.map(() => api.expect('listGlossaryEntries', inOrganization)),
    ]);
    await until(async () => {
      const found = await api.expect<{ items: unknown[] }>('searchSpaceContent', {
        ...inSpace,
        query: { query: 'pooled' },
      });
      return found.items.length > 0;
    });
    const { pages } = await api.expect<{ pages: DocumentPage[] }>('listPages', inSpace);
    expect(pages.map(({ title }) => title)).toEqual(['Pooled']);
  });

  it('holds every session to the limits of its role, in the schema of its service', async () => {
    const settings = Object.keys(sessionLimits);
    for (const [index, db] of databases().entries()) {
      const read = `select current_setting(name) as value, current_schema() as schema, pg_backend_pid() as pid
        from unnest($1::text[]) as name, pg_sleep(0.05)`;
      const rows = (
        await Promise.all(
          Array.from({ length: connections }, () =>
            db.query<{ value: string; schema: string; pid: number }>(read, [settings]),
          ),
        )
      ).flat();
      const schema = Object.keys(world.platform.services)[index]!.replaceAll('-', '_');
      expect(new Set(rows.map(({ schema }) => schema))).toEqual(new Set([schema]));
      expect(rows.map(({ value }) => value)).toEqual(
        Array.from({ length: connections }, () => Object.values(sessionLimits)).flat(),
      );
      // So many connections, so few sessions.
      expect(db.pool.totalCount).toBe(connections);
      expect(new Set(rows.map(({ pid }) => pid)).size).toBeLessThanOrEqual(sessions);
    }
  });

  it('leaves no session behind that began before its role was provisioned', async () => {
    const database = await emptySites();
    const open = () => openSites(bouncer.pooled(database.databaseUrl));
    await alterRole(database, 'set lock_timeout = 0');
    await expect(open()).rejects.toThrow(`alter role bindery_sites set lock_timeout = '2s'`);
    await alterRole(database, 'reset all');
    await (await open()).close();
    await database.drop();
  });
});
