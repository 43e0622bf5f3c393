import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { ChangeRequest, DocumentPage, GitSyncState, Page, Revision, Space } from '@bindery/contracts';
import { flat, GitServer, seededRandom } from '@bindery/testing';
import { BenchPlatform } from '@bindery/bench';
import { Progress } from '@bindery/launcher';
import type { ApiClient } from '@bindery/command-line';
import { files, writeAll } from '../git/git-world';
import { eventually, pidOf, within } from './kill';

/** Processes of their own, as `npm start` runs them, and killed as a machine would kill them. */
const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
const rounds = Array.from({ length: long ? 10 : 1 }, (_, n) => n + 1);

jest.setTimeout(4 * within);

const random = seededRandom(seed);
/** The longest tests are in the long form alone. */
const lengthy = long ? it : it.skip;
let server: GitServer;
let platform: BenchPlatform;
let api: ApiClient;
let organization: string;

beforeAll(async () => {
  server = await new GitServer().start();
  process.env.OUTBOUND_ALLOW = '127.0.0.1';
  platform = await BenchPlatform.start(new Progress({ write: () => true }));
  delete process.env.OUTBOUND_ALLOW;
  api = platform.api;
  organization = platform.developer.organization;
});
afterAll(async () => {
  await platform.stop();
  await server.stop();
});

const get = <T>(path: string): Promise<T> => eventually(() => api.get<T>(path));
const current = (space: string) => get<Revision>(`/spaces/${space}/content`);

async function killContent(before: number): Promise<void> {
  await sleep(random() * before);
  process.kill(await pidOf(platform, 'content'), 'SIGKILL');
}

async function markdown(space: string, title: string): Promise<string | undefined> {
  const page = flat((await current(space)).pages).find((one) => one.title === title);
  return page && (await get<DocumentPage>(`/spaces/${space}/content/page/${page.id}?format=markdown`)).markdown;
}

async function newSpace(title: string): Promise<string> {
  return (await eventually(() => api.post<Space>(`/orgs/${organization}/spaces`, { title }))).id;
}

const remote = (name: string) => ({
  url: server.url(`${name}.git`),
  ref: 'refs/heads/main',
  repoProjectDirectory: 'docs',
});

const requestSync = (space: string, direction: 'import' | 'export', body: object) =>
  eventually(() =>
    api.fetch(`/spaces/${space}/git/${direction}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  );

/** Synchronises; content is killed within that many milliseconds of being asked. */
async function sync(space: string, direction: 'import' | 'export', name: string, kill?: number): Promise<GitSyncState> {
  const info = `/spaces/${space}/git/info`;
  const before = await eventually(() => api.get<GitSyncState>(info).catch(() => ({}) as GitSyncState));
  const body = { ...remote(name), ...(direction === 'export' && { commitMessage: 'From the space' }) };
  await requestSync(space, direction, body);
  if (kill !== undefined) await killContent(kill);
  return eventually(async () => {
    const state = await api.get<GitSyncState>(info);
    const { operation } = state;
    const isNew = operation?.startedAt !== before.operation?.startedAt;
    return isNew && operation?.state !== 'running' ? state : undefined;
  });
}

lengthy.each(rounds)('kill -9 between and during synchronisations with Git loses nothing (round %i)', async (round) => {
  const name = `faults${round}`;
  server.repository(name, (folder, git) => {
    writeAll(folder, files);
    git('add', '.');
    git('commit', '-qm', 'First');
  });
  const space = await newSpace(name);
  expect((await sync(space, 'import', name)).operation).toMatchObject({ state: 'success' });
  const home = flat((await current(space)).pages)[0]!;
  const here = '# Home\n\nThe beginning.\n\nHere.\n';
  const changes = [{ operation: 'update_page', page: home.id, document: { markdown: here } }];
  await eventually(() => api.post(`/spaces/${space}/content`, { changes }));
  server.commit(name, (folder) => writeAll(folder, { 'docs/guide.md': '# Guide\n\nThere.\n' }));

  // Different pages were changed on both sides: they are merged at once.
  expect((await sync(space, 'import', name, 600)).operation).toMatchObject({ state: 'success' });
  expect(await markdown(space, 'Home')).toBe(here);
  expect(await markdown(space, 'Guide')).toBe('# Guide\n\nThere.\n');

  expect((await sync(space, 'export', name, 600)).operation).toMatchObject({ state: 'success' });
  expect(server.git(name, 'show', 'main:docs/README.md')).toBe(here);
  expect(server.git(name, 'show', 'main:docs/guide.md')).toBe('# Guide\n\nThere.\n');
  // The export that was cut short after its push is not pushed again.
  expect(server.git(name, 'rev-list', '--count', 'main').trim()).toBe('3');
  expect((await get<Page<ChangeRequest>>(`/spaces/${space}/change-requests`)).items).toEqual([]);
});

it('kill -9 while an import clones its repository leaves no folder behind', async () => {
  const silent = await new GitServer().start();
  try {
    const space = await newSpace('Never cloned');
    const target = { ...remote('main'), url: silent.url('silent.git') };
    await requestSync(space, 'import', target);
    const pid = await pidOf(platform, 'content');
    const left = () =>
      readdirSync(tmpdir()).filter((name) => name.startsWith('bindery-work-') && name.includes(`.${pid}.`));
    await eventually(async () => (left().length > 0 ? true : undefined));
    process.kill(pid, 'SIGKILL');
    await eventually(async () => (left().length === 0 ? true : undefined));
  } finally {
    await silent.stop();
  }
});

it.each(rounds)('kill -9 while a space is duplicated leaves one whole or none (round %i)', async (round) => {
  const title = `Whole ${round}`;
  const space = await newSpace(title);
  const changes = [1, 2, 3].map((n) => ({ operation: 'insert_page', title: `Page ${n}`, document: { markdown: 'x' } }));
  await eventually(() => api.post(`/spaces/${space}/content`, { changes }));
  const answer = api.post<Space>(`/spaces/${space}/duplicate`, {}).catch(() => undefined);
  await killContent(40);
  const made = await answer;
  const { items } = await get<Page<Space>>(`/orgs/${organization}/spaces?limit=1000`);
  const copies = items.filter((one) => one.title === `${title} (copy)`);
  if (made) expect(copies.map(({ id }) => id)).toEqual([made.id]);
  expect(copies.length).toBeLessThanOrEqual(1);
  for (const { id } of copies) expect((await current(id)).pages).toHaveLength(3);
});

lengthy.each(rounds)('kill -9 during a purge leaves nothing half (round %i)', async (round) => {
  const spaces = await Promise.all([1, 2, 3].map((n) => newSpace(`Gone ${round}.${n}`)));
  const changes = [{ operation: 'insert_page', title: 'Page', document: { markdown: 'x' } }];
  for (const space of spaces) {
    await eventually(() => api.post(`/spaces/${space}/content`, { changes }));
    await eventually(() => api.post(`/spaces/${space}/change-requests`, { subject: 'Gone' }));
    await eventually(() => api.fetch(`/spaces/${space}`, { method: 'DELETE' }));
  }
  const sql = new Client({ connectionString: platform.databaseUrl });
  await sql.connect();
  const rowsLeft = async () => (await sql.query<{ left: number }>(left, [spaces])).rows[0]!.left;
  try {
    const whole = await rowsLeft();
    // A trigger makes the purge take its time, so that it is under way when it is killed.
    await sql.query(`create or replace function content.wait() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.2); return old; end $$`);
    await sql.query(
      'create or replace trigger wait before delete on content.space for each row execute function content.wait()',
    );
    await sql.query(`update content.space set deleted_at = now() - interval '8 days' where id = any($1)`, [spaces]);
    // The service looks for what is due when it starts.
    process.kill(await pidOf(platform, 'content'), 'SIGKILL');
    await eventually(async () => ((await sql.query(purging)).rowCount === 0 ? undefined : true));
    process.kill(await pidOf(platform, 'content'), 'SIGKILL');
    await eventually(async () => {
      const count = await rowsLeft();
      // One transaction takes a space with all that hangs on it.
      expect(count % (whole / spaces.length)).toBe(0);
      return count === 0 ? true : undefined;
    });
    await eventually(async () => {
      const { rowCount } = await sql.query('select from change_requests.change_request where space_id = any($1)', [
        spaces,
      ]);
      return rowCount === 0 ? true : undefined;
    });
  } finally {
    await sql.query('drop trigger if exists wait on content.space');
    await sql.end();
  }
});

const purging = `select from pg_stat_activity where wait_event = 'PgSleep' and query like 'delete from space%'`;
/** Spaces, their branches and their revisions. */
const left = `select (select count(*) from content.space where id = any($1))::int
  + (select count(*) from content.branch where space_id = any($1))::int
  + (select count(*) from content.revision where space_id = any($1))::int as left`;
