import { JobLostError, type JobContext } from '@bindery/jobs';
import { LoopRunner } from '@bindery/messaging';
import type { Page, RevisionPages, SearchPageResult, Space } from '@bindery/contracts';
import { Database, newId } from '@bindery/persistence';
import { Storage } from '@bindery/storage';
import { importFiles, type ServiceOrganization, sql, startServiceOrganization, until } from '@bindery/testing';
import { SpaceRepository } from '../../src/catalog/spaces/space.repository';
import { Purge } from '../../src/lifecycle/spaces/purge';
import { SweepWorker } from '../../src/lifecycle/sweep/sweep.worker';

const minute = 60_000;
const day = 24 * 60 * minute;

let platform: ServiceOrganization;
/** The same platform with organizations of the test's own. */
let world: ServiceOrganization;
beforeAll(async () => {
  platform = await startServiceOrganization('content');
  // The tests purge and sweep, when they want to.
  await platform.platform.service.app.get(LoopRunner).beforeApplicationShutdown();
});
afterEach(() => platform.platform.moveClock(0));
beforeEach(async () => {
  const { records } = platform;
  const [organization, other] = [await records.organization(), await records.organization()];
  const admin = await records.user({ [organization]: 'admin' });
  const otherAdmin = await records.user({ [other]: 'admin' });
  const guest = await records.user({ [organization]: null });
  world = { ...platform, organization, other, admin, otherAdmin, guest };
});
afterAll(() => platform.close());

const service = () => world.platform.service.app;
const admin = () => ({ token: world.admin.token });
const inOrganization = () => ({ params: { organizationId: world.organization } });
const of = (spaceId: string) => ({ ...admin(), params: { spaceId } });

const picture = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg"><text>${text}</text></svg>`;
const source = (name: string) => ({
  'README.md': `# Home\n\n![](own.svg) ![](shared.svg)\n\nneedle${name}\n`,
  'SUMMARY.md': '* [Home](README.md)\n* [Shared](shared.md)\n',
  'shared.md': '# Shared\n\nneedleshared\n',
  'own.svg': picture(name),
  'shared.svg': picture('shared'),
});
const imported = async (name: string): Promise<string> => (await importFiles(world, source(name))).spaces[0]!.id;

/** Makes all content as old as if it had not been needed for that long. */
async function age(milliseconds: number): Promise<void> {
  for (const table of ['chunk', 'document', 'stored_file'])
    await sql(world, `update content.${table} set touched_at = touched_at - $1 * interval '1 millisecond'`, [
      milliseconds,
    ]);
}

async function purge(): Promise<void> {
  while (await service().get(Purge).run());
}

async function purgeAndSweep(): Promise<void> {
  await purge();
  while (await service().get(SweepWorker).schedule());
  await until(async () => {
    const rows = await sql(world, `select from content.job where kind = 'sweep' and state in ('pending', 'running')`);
    return rows.length === 0;
  });
}

/** The rows of every table that are an organization's, or a space's of it. */
async function rowsOf(organization: string): Promise<Record<string, number>> {
  const tables = await sql<{ name: string; column: string }>(
    world,
    `select table_name as name, min(column_name) as "column" from information_schema.columns
     where table_schema = 'content' and column_name in ('organization_id', 'space_id') group by table_name`,
  );
  const counts: Record<string, number> = {};
  for (const { name, column } of tables) {
    const condition =
      column === 'organization_id'
        ? `t.organization_id = $1`
        : `not exists (select from content.space s where s.id = t.space_id and s.organization_id <> $1)`;
    const [row] = await sql<{ count: number }>(
      world,
      `select count(*)::int as count from content.${name} t where ${condition}`,
      [organization],
    );
    counts[name] = row!.count;
  }
  return counts;
}

async function filesOf(organization: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of service().get(Storage).list(`files/${organization}/`)) keys.push(key);
  return keys;
}

const hits = async (spaceId: string, query: string) =>
  (await world.api.expect<Page<SearchPageResult>>('searchSpaceContent', { ...of(spaceId), query: { query } })).items;
const indexed = (space: string) => until(async () => (await hits(space, 'needleshared')).length > 0);

/** Reads everything of an imported space, which fails when something of it is gone. */
async function expectWhole(space: string): Promise<void> {
  const { pages } = await world.api.expect<RevisionPages>('listPages', of(space));
  for (const page of pages)
    await world.api.expect('getPageById', { ...admin(), params: { spaceId: space, pageId: page.id } });
  const files = await world.api.expect<Page<{ downloadURL: string }>>('listFiles', of(space));
  expect(files.items).toHaveLength(2);
  const { pathname, search } = new URL(files.items[0]!.downloadURL);
  expect((await fetch(`${world.platform.baseUrl}${pathname}${search}`)).status).toBe(200);
  expect(await hits(space, 'needleshared')).toHaveLength(1);
}

describe('a deleted space', () => {
  it('is restored after 7 days less a minute, and not after 7 days and a minute', async () => {
    const space = await imported('one');
    const restore = async () => (await world.api.call<Space>('restoreSpace', of(space))).status;
    await world.api.expect('deleteSpaceById', of(space));
    world.platform.moveClock(7 * day - minute);
    await purge();
    expect(await restore()).toBe(200);
    world.platform.moveClock(0);
    await world.api.expect('deleteSpaceById', of(space));
    world.platform.moveClock(7 * day + minute);
    expect(await restore()).toBe(409);
    // The purge skips a space whose row work in the background still locks.
    await until(async () => {
      await purge();
      return (await restore()) === 404;
    });
  });

  it('is either restored or purged when both are tried at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await world.api.expect<Space>('createSpace', { ...admin(), ...inOrganization(), body: {} });
      await world.api.expect('deleteSpaceById', of(id));
      // The purge finds the time just passed, the restore not yet.
      world.platform.moveClock(7 * day - minute);
      const passed = new Date(Date.now() + 7 * day + minute);
      const [restored] = await Promise.all([world.api.call('restoreSpace', of(id)), service().get(Purge).run(passed)]);
      world.platform.moveClock(0);
      const { status } = await world.api.call('getSpaceById', of(id));
      expect(status).toBe(restored.status === 200 ? 200 : 404);
    }
  });

  it('leaves nothing behind, and what other spaces share with it stays', async () => {
    const [gone, kept] = [await imported('one'), await imported('two')];
    const copy = await world.api.expect<Space>('duplicateSpace', of(kept));
    for (const space of [gone, kept, copy.id]) await indexed(space);
    expect(await filesOf(world.organization)).toHaveLength(3);
    await world.api.expect('deleteSpaceById', of(gone));
    world.platform.moveClock(8 * day);
    await age(2 * day);
    const before = await rowsOf(world.organization);
    await purgeAndSweep();
    const after = await rowsOf(world.organization);
    expect(after).toMatchObject({ space: 2, document: 2, search_document: 2, search_page: 4, stored_file: 2 });
    expect(after.chunk).toBeLessThan(before.chunk!);
    expect(await filesOf(world.organization)).toHaveLength(2);
    const [lost] = await sql<{ count: number }>(
      world,
      `select count(*)::int as count from content.search_section x left join content.search_document d on d.id = x.document_id where d.id is null`,
    );
    expect(lost!.count).toBe(0);
    for (const space of [kept, copy.id]) await expectWhole(space);
    await purgeAndSweep();
    expect(await rowsOf(world.organization)).toMatchObject({ document: 2, chunk: after.chunk });
  });

  it('keeps its content for a day after the last use', async () => {
    const gone = await imported('one');
    await world.api.expect('deleteSpaceById', of(gone));
    world.platform.moveClock(8 * day);
    await age(day - minute);
    await purgeAndSweep();
    expect(await rowsOf(world.organization)).toMatchObject({ space: 0, document: 2, stored_file: 2 });
    // A repeated import uses the stored content again, and renews the time for which it is kept.
    const again = await imported('one');
    await indexed(again);
    await age(2 * minute);
    await sql(world, 'update content.sweep set due_at = now()');
    await purgeAndSweep();
    await expectWhole(again);
  });
});

describe('a sweep', () => {
  it('that ends at any step is finished by the next, and never takes what is in use', async () => {
    const [gone, kept] = [await imported('one'), await imported('two')];
    for (const space of [gone, kept]) await indexed(space);
    await world.api.expect('deleteSpaceById', of(gone));
    world.platform.moveClock(8 * day);
    await age(2 * day);
    await purge();
    const id = newId();
    let cut = 0;
    for (; ; cut++) {
      let reports = 0;
      const context: JobContext<object> = {
        id,
        organizationId: world.organization,
        attempt: cut + 1,
        signal: new AbortController().signal,
        report: () => (reports++ < cut ? Promise.resolve() : Promise.reject(new JobLostError())),
        complete: (finish) => service().get(Database).transaction(finish),
      };
      const ended = await service()
        .get(SweepWorker)
        .sweep({}, context)
        .then(
          () => true,
          (error: unknown) => {
            if (error instanceof JobLostError) return false;
            throw error;
          },
        );
      await expectWhole(kept);
      if (ended) break;
    }
    expect(cut).toBeGreaterThan(3);
    expect(await rowsOf(world.organization)).toMatchObject({
      space: 1,
      document: 2,
      stored_file: 2,
      search_document: 2,
    });
    expect(await sql(world, 'select from content.reached_content')).toHaveLength(0);
  });

  it('leaves the content of other organizations alone', async () => {
    const other = await importFiles({ ...world, organization: world.other, admin: world.otherAdmin }, source('one'));
    const own = await imported('one');
    await world.api.expect('deleteSpaceById', of(own));
    world.platform.moveClock(8 * day);
    await age(2 * day);
    const before = await rowsOf(world.other);
    await purgeAndSweep();
    expect(await filesOf(world.organization)).toEqual([]);
    expect(await filesOf(world.other)).toHaveLength(2);
    expect(await rowsOf(world.other)).toMatchObject({ chunk: before.chunk, document: before.document });
    expect(other.spaces).toHaveLength(1);
  });
});

describe('a deleted organization', () => {
  it('cannot be read any more at once, and leaves nothing after 7 days', async () => {
    const space = await imported('one');
    await indexed(space);
    const { id: parent } = await world.api.expect<{ id: string }>('createCollection', {
      ...admin(),
      ...inOrganization(),
      body: {},
    });
    const made = await world.api.expect<Space>('createSpace', {
      ...admin(),
      ...inOrganization(),
      body: { visibility: 'public', parent },
    });
    await world.api.expect('inviteToSpace', { ...of(made.id), body: { users: [world.guest.id], role: 'edit' } });
    const anonymous = async () => (await world.api.call('getSpaceById', { params: { spaceId: made.id } })).status;
    expect(await anonymous()).toBe(200);
    await world.api.expect('deleteOrganizationById', { ...admin(), ...inOrganization() });
    await until(async () => (await anonymous()) === 401);
    world.platform.moveClock(7 * day - minute);
    await purgeAndSweep();
    expect((await rowsOf(world.organization)).space).toBe(2);
    await age(8 * day);
    world.platform.moveClock(7 * day + minute);
    await purgeAndSweep();
    // The record of the sweep itself goes a day later.
    await sql(world, `update content.job set ended_at = ended_at - interval '2 days'`);
    await service().get(SweepWorker).schedule();
    const left = Object.entries(await rowsOf(world.organization)).filter(([, count]) => count > 0);
    expect(left).toEqual([]);
    expect(await filesOf(world.organization)).toEqual([]);
  });
});

it.each(['older', 'newer'])('purges a space also when the purge of the %s one fails', async (which) => {
  const pair = [await imported('one'), await imported('other')] as const;
  const broken = pair[which === 'older' ? 0 : 1];
  for (const id of pair) await world.api.expect('deleteSpaceById', of(id));
  const spaces = service().get(SpaceRepository);
  const purged = spaces.purge.bind(spaces);
  const failing = jest
    .spyOn(spaces, 'purge')
    .mockImplementation((id) => (id === broken ? Promise.reject(new Error('on purpose')) : purged(id)));
  // The purge skips a space whose row work in the background still locks.
  await until(async () => {
    const run = service()
      .get(Purge)
      .run(new Date(Date.now() + 8 * day));
    await run.catch(() => undefined);
    const left = await sql<{ id: string }>(world, 'select id from content.space where id = any($1)', [pair]);
    return left.length === 1 && left[0]!.id === broken;
  });
  expect(failing).toHaveBeenCalledWith(broken);
  failing.mockRestore();
});
