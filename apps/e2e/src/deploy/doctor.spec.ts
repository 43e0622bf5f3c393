import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connect } from 'nats';
import { Client } from 'pg';
import { Metrics, portOf, type ReadyChecks, startHealthServer } from '@bindery/observability';
import { definitionOf, templateDatabase, type TestDatabase, testNats, type TestNats } from '@bindery/testing';
import { checkClock, examine, type Installation } from '@bindery/command-line';
import { eventStream } from '@bindery/config';
import { freePorts, PROCESSES, SERVICES } from '@bindery/launcher';

const folder = mkdtempSync(join(tmpdir(), 'bindery-doctor-'));
const servers: Server[] = [];
let database: TestDatabase;
let nats: TestNats;
let well: Installation;

beforeAll(async () => {
  [database, nats] = await Promise.all([migratedIdentity(), testNats()]);
  const admin = await connect(nats.admin);
  const { streams } = await admin.jetstreamManager();
  for (const service of SERVICES) await streams.add({ name: eventStream(service), subjects: [`event.${service}.>`] });
  await admin.close();
  const ready = await health({ postgres: () => true });
  const login = nats.user('gateway');
  well = {
    health: Object.fromEntries(PROCESSES.map((name) => [name, ready])),
    databases: { identity: database.databaseUrl },
    storageUrl: pathToFileURL(join(folder, 'files')).href,
    mailUrl: pathToFileURL(folder).href,
    nats: { url: login.servers, name: 'gateway', user: login.user, password: login.pass },
  };
});

afterAll(async () => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  await nats?.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

it('finds nothing wrong where nothing is', async () => {
  const findings = await examine(well);
  expect(findings.filter(({ holds }) => !holds)).toEqual([]);
  const details = Object.fromEntries(findings.map(({ about, detail }) => [about, detail]));
  expect(details).toMatchObject({
    gateway: 'ready',
    NATS: '6 streams, 0 events',
    'Storage of files': 'written, read and removed',
    'Clock of Postgres': 'goes as the one here',
  });
  expect(details['Postgres of identity']).toMatch(/^[1-9]\d* migrations$/);
});

it('leaves out mail where the settings that it has name no mail server, and says so', async () => {
  expect(await wrongWith({ mailUrl: undefined })).toEqual([]);
  const findings = await examine({ ...well, mailUrl: undefined });
  expect(findings.find(({ about }) => about === 'Mail')?.detail).toMatch(/not checked, because MAIL_URL is not set/);
});

it('names what is wrong with a process, and the remedy', async () => {
  const [closed] = await freePorts(1);
  const waiting = await health({ nats: () => true, migrated: () => false });
  const { content: _, ...rest } = well.health;
  const wrong = await wrongWith({
    health: { ...rest, sites: waiting, identity: `http://127.0.0.1:${closed}` },
  });
  expect(wrong).toEqual([
    expect.objectContaining({ about: 'identity', remedy: expect.stringMatching(/check whether it runs/) as string }),
    expect.objectContaining({ about: 'content', detail: 'is not running' }),
    expect.objectContaining({
      about: 'sites',
      detail: 'not ready: migrated',
      remedy: expect.stringMatching(/node main.js migrate/) as string,
    }),
  ]);
});

it.each<[string, () => Partial<Installation>, string, RegExp]>([
  [
    'a password of Postgres',
    () => ({ databases: { identity: other(database.databaseUrl) } }),
    'Postgres of identity',
    /password/,
  ],
  [
    'a schema without migrations',
    () => ({ databases: { sites: database.databaseUrl } }),
    'Postgres of sites',
    /denied|exist/,
  ],
  ['a password of NATS', () => ({ nats: { ...well.nats!, password: 'wrong' } }), 'NATS', /authorization/i],
  [
    'the number of servers that store events',
    () => ({ nats: { ...well.nats!, replicas: 3 } }),
    'NATS',
    /^EVENTS_IDENTITY, .*: not stored on 3 servers/,
  ],
  [
    'a bucket',
    () => ({ storageUrl: 's3://nowhere?endpoint=http://127.0.0.1:1&forcePathStyle=true' }),
    'Storage of files',
    /./,
  ],
  ['a mail server', () => ({ mailUrl: 'smtp://127.0.0.1:1' }), 'Mail', /ECONNREFUSED/],
  ['the public address', () => ({ publicUrl: well.health.gateway }), 'PUBLIC_URL', /is not this platform/],
])('names %s that does not fit, and the remedy', async (_, change, about, detail) => {
  const wrong = await wrongWith(change());
  const found = wrong.filter((finding) => !finding.about.startsWith('Clock'));
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ about, detail: expect.stringMatching(detail) as string });
  expect(found[0]?.remedy).toMatch(/\w+ \w+/);
});

it('reports events that wait, dead letters, and failed jobs', async () => {
  const client = new Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query(`
    set search_path = identity, public;
    insert into outbox (id, subject, envelope, created_at) values (gen_random_uuid(), 'event.identity.x', '{}', now() - interval '2 minutes');
    insert into dead_letter (consumer, event_id, envelope, error) values ('one', gen_random_uuid(), '{}', 'Error');
    insert into job (id, kind, organization_id, input, state, error, ended_at) values
      ('1', 'mail', 'org', '{}', 'failed', 'Given up after 3 attempts', now()), ('2', 'mail', 'org', '{}', 'failed', 'No such address', now())`);
  const [found, ...others] = await wrongWith({});
  await client.query('delete from identity.outbox; delete from identity.dead_letter; delete from identity.job');
  await client.end();
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    about: 'Work of identity',
    detail: expect.stringMatching(
      /^an event waits for 1[2-9]\d s, 1 dead letters, 1 jobs failed within a day$/,
    ) as string,
    remedy: expect.stringContaining('dead-letters replay') as string,
  });
});

it('reports an old backup, and replaced keys', async () => {
  const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1_000);
  expect(await wrongWith({ backedUpAt: days(6), oldKeys: 0 })).toEqual([]);
  expect(await wrongWith({ backedUpAt: null })).toEqual([]);
  expect(await wrongWith({ backedUpAt: days(8), oldKeys: 1 })).toMatchObject([
    { about: 'Backup', detail: expect.stringMatching(/8 days ago$/) as string },
    { about: 'Keys', remedy: expect.stringContaining('keys rotate') as string },
  ]);
});

it('reports clock skew', async () => {
  expect(await checkClock('Clock', () => Promise.resolve(Date.now() - 60_000))).toMatchObject({
    holds: false,
    detail: 'differs by 60 s from the clock here',
    remedy: expect.stringMatching(/NTP/) as string,
  });
});

const wrongWith = async (change: Partial<Installation>) =>
  (await examine({ ...well, ...change })).filter(({ holds }) => !holds);

/** The same address with another password. */
function other(address: string): string {
  const url = new URL(address);
  url.password = 'wrong';
  return url.href;
}

async function health(checks: ReadyChecks): Promise<string> {
  const server = await startHealthServer({ port: 0 }, checks, new Metrics('test'));
  servers.push(server);
  return `http://127.0.0.1:${portOf(server)}`;
}

async function migratedIdentity(): Promise<TestDatabase> {
  const [{ migrate }, { migrationsOf }, definition] = await Promise.all([
    import('@bindery/persistence'),
    import('@bindery/service'),
    definitionOf('identity'),
  ]);
  return templateDatabase('identity', ({ migrationDatabaseUrl }) =>
    migrate(migrationDatabaseUrl, 'identity', migrationsOf(definition)),
  );
}
