import type { Collection, ImportRun, Page, RevisionPages, SearchPageResult, Space } from '@bindery/contracts';
import { SweepWorker } from '@bindery/content';
import { ended, importFiles, refuses, sharing, sql, until, upload, zipOf } from '@bindery/testing';
import { createInProcessOrganization, type InProcessOrganization } from '../support/test-organization';

let world: InProcessOrganization;
let make: ReturnType<typeof sharing>;
/** An organization that the administrator of the first administrates as well. */
let second: string;

beforeAll(async () => {
  world = await createInProcessOrganization();
  make = sharing(world);
});
beforeEach(async () => {
  second = await world.records.organization('Second');
  await world.records.query(`insert into membership (organization_id, user_id, role) values ($1, $2, 'admin')`, [
    second,
    world.admin.id,
  ]);
  // The gateway keeps what a token stands for for less than a second.
  await until(
    async () =>
      (await world.api.call('getOrganizationById', { ...admin(), params: { organizationId: second } })).status === 200,
  );
});
afterAll(() => world.close());

const admin = () => ({ token: world.admin.token });
const of = (spaceId: string) => ({ ...admin(), params: { spaceId } });
const source = {
  'README.md': '# Home\n\n![](logo.svg)\n\nneedle\n',
  'SUMMARY.md': '* [Home](README.md)\n',
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};
const imported = async (target?: object) => (await importFiles(world, source, target)).spaces[0]!.id;
const transfer = (spaceId: string, organization = second) =>
  world.api.call<Space>('transferSpace', { ...of(spaceId), body: { organization } });

async function expectWhole(space: string): Promise<void> {
  const { pages } = await world.api.expect<RevisionPages>('listPages', of(space));
  const page = await world.api.expect<{ document: object }>('getPageById', {
    ...admin(),
    params: { spaceId: space, pageId: pages[0]!.id },
  });
  expect(JSON.stringify(page.document)).toContain('needle');
  const { items } = await world.api.expect<Page<{ downloadURL: string }>>('listFiles', of(space));
  const { pathname, search } = new URL(items[0]!.downloadURL);
  const file = await fetch(`${world.platform.baseUrl}${pathname}${search}`);
  expect([file.status, await file.text()]).toEqual([200, source['logo.svg']]);
}

describe('a transferred space', () => {
  it('is whole in the other organization, found there, and of the old one nothing is left to it', async () => {
    const collection = await make.collection();
    const space = await imported();
    await world.api.expect('moveSpace', { ...of(space), body: { parent: collection.id } });
    const guest = await make.guest();
    await make.onSpace(space, { users: [guest.id], role: 'edit' });
    const { status, body } = await transfer(space);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: space, organization: second });
    expect(body.parent).toBeUndefined();
    await expectWhole(space);
    expect(await make.levelOf(guest, space)).toBeNull();
    expect(await make.levelOf(world.reader, space)).toBeNull();
    expect(await sql(world, 'select from content.access_grant where target_id = $1', [space])).toHaveLength(0);
    await until(
      async () =>
        (
          await world.api.expect<Page<SearchPageResult>>('searchSpaceContent', {
            ...of(space),
            query: { query: 'needle' },
          })
        ).items.length === 1,
    );
    // Rows that the old organization no longer needs may be removed; the space does not miss them.
    for (const table of ['chunk', 'document', 'stored_file'])
      await sql(
        world,
        `update content.${table} set touched_at = touched_at - interval '2 days' where organization_id = $1`,
        [world.organization],
      );
    const app = world.platform.services.content.app;
    while (await app.get(SweepWorker).schedule());
    await until(async () => {
      const waiting = await sql(
        world,
        `select from content.job where kind = 'sweep' and state in ('pending', 'running')`,
      );
      return waiting.length === 0;
    });
    await expectWhole(space);
  });

  it('has no reviewers left who cannot see it any more', async () => {
    const space = await imported();
    const request = await world.api.expect<{ id: string }>('createChangeRequest', { ...of(space), body: {} });
    const both = await world.records.user({ [world.organization]: 'edit', [second]: 'edit' });
    const left = await world.records.user({ [world.organization]: 'edit' });
    const params = { spaceId: space, changeRequestId: request.id };
    const body = { users: [both.id, left.id] };
    await world.api.expect('requestReviewersForChangeRequest', { ...admin(), params, body });
    const reviewers = async () => {
      const rows = await sql<{ user: string }>(
        world,
        `select user_id as "user" from change_requests.requested_reviewer where change_request_id = $1`,
        [request.id],
      );
      return rows.map(({ user }) => user).sort();
    };
    expect(await reviewers()).toEqual([both.id, left.id].sort());
    await transfer(space);
    await until(async () => (await reviewers()).length === 1);
    expect(await reviewers()).toEqual([both.id]);
  });

  it('can come back, and can be edited where it is', async () => {
    const space = await imported();
    await transfer(space);
    await expectWhole(space);
    expect((await transfer(space, world.organization)).status).toBe(200);
    await expectWhole(space);
    expect((await world.api.expect<Space>('getSpaceById', of(space))).organization).toBe(world.organization);
    await imported({ space });
    await expectWhole(space);
  });

  it('stands behind what is at the top of the other organization already', async () => {
    const [first, space] = [await make.space(), await make.space()];
    await transfer(first.id);
    await transfer(space.id);
    const { items } = await world.api.expect<Page<Space>>('listSpacesInOrganizationById', {
      ...admin(),
      params: { organizationId: second },
    });
    expect(items.map(({ id }) => id)).toEqual([first.id, space.id]);
  });

  it('compares If-Match, and leaves an entry in both audit logs', async () => {
    const space = await make.space({ visibility: 'in-collection', parent: (await make.collection()).id });
    const { headers } = await world.api.call('getSpaceById', of(space.id));
    const call = (match: string) =>
      world.api.call<Space>('transferSpace', {
        ...of(space.id),
        body: { organization: second },
        headers: { 'if-match': match },
      });
    expect((await call('"999-x"')).status).toBe(412);
    const { status, body } = await call(headers.get('etag')!);
    expect([status, body.visibility]).toEqual([200, 'private']);
    for (const organizationId of [world.organization, second])
      await until(async () => {
        const { items } = await world.api.expect<Page<{ target: { id: string } }>>(
          'listAuditEventsInOrganizationById',
          {
            ...admin(),
            params: { organizationId },
            query: { action: 'transferSpace' },
          },
        );
        return items.some(({ target }) => target.id === space.id);
      });
  });
});

describe('a transferred collection', () => {
  it('takes all along that is in it, at any depth and deleted or not, in its order', async () => {
    const outer = await make.collection({ title: 'Outer' });
    const kept = await make.collection({ parent: outer.id });
    const moving = await make.collection({ parent: outer.id, title: 'Moving' });
    const inner = await make.collection({ parent: moving.id });
    const whole = await imported();
    await world.api.expect('moveSpace', { ...of(whole), body: { parent: inner.id } });
    const [a, b, c] = [
      await make.space({ title: 'a', parent: moving.id }),
      await make.space({ title: 'b', parent: moving.id }),
      await make.space({ title: 'c', parent: moving.id }),
    ];
    await world.api.expect('deleteSpaceById', of(b.id));
    const stays = await make.space({ parent: kept.id });
    const answer = await world.api.expect<Collection>('transferCollection', {
      ...admin(),
      params: { collectionId: moving.id },
      body: { organization: second },
    });
    expect(answer).toMatchObject({ id: moving.id, organization: second });
    expect(answer.parent).toBeUndefined();
    for (const id of [whole, a.id, b.id, c.id])
      expect((await world.api.expect<Space>('getSpaceById', of(id))).organization).toBe(second);
    expect((await world.api.expect<Space>('getSpaceById', of(stays.id))).organization).toBe(world.organization);
    const { items } = await world.api.expect<Page<Space>>('listSpacesInCollectionById', {
      ...admin(),
      params: { collectionId: moving.id },
    });
    expect(items.map(({ title }) => title)).toEqual(['a', 'c']);
    await world.api.expect('restoreSpace', of(b.id));
    const collections = await world.api.expect<Page<Collection>>('listCollectionsInOrganizationById', {
      ...admin(),
      params: { organizationId: second },
    });
    expect(collections.items.map(({ id }) => id)).toEqual([moving.id, inner.id]);
  });
});

describe('transferring', () => {
  it('needs an administrator of both organizations', async () => {
    const space = await make.space();
    const body = { organization: second };
    const request = { params: { spaceId: space.id }, body };
    await refuses(world, 'transferSpace', { ...request, token: world.otherAdmin.token }, 404);
    await refuses(world, 'transferSpace', { ...request, token: world.reader.token }, 403);
    // Administrating the space alone is not enough.
    const keeper = await make.guest();
    await world.records.query(`insert into membership (organization_id, user_id, role) values ($1, $2, 'admin')`, [
      second,
      keeper.id,
    ]);
    await make.onSpace(space.id, { users: [keeper.id], role: 'admin' });
    await refuses(world, 'transferSpace', { ...request, token: keeper.token }, 403);
    const with_ = (organization: string) => ({ ...of(space.id), body: { organization } });
    await refuses(world, 'transferSpace', with_(world.other), 404);
    await refuses(world, 'transferSpace', with_('nobodyKnowsThisId00000'), 404);
    await refuses(world, 'transferSpace', with_(world.organization), 409);
    await world.records.query(`update membership set role = 'create' where organization_id = $1 and user_id = $2`, [
      second,
      world.admin.id,
    ]);
    const isAdmin = async () =>
      (
        await world.api.expect<{ permissions: { admin: boolean } }>('getOrganizationById', {
          ...admin(),
          params: { organizationId: second },
        })
      ).permissions.admin;
    await until(async () => !(await isAdmin()));
    await refuses(world, 'transferSpace', with_(second), 412);
    expect((await world.api.expect<Space>('getSpaceById', of(space.id))).organization).toBe(world.organization);
  });

  it('while the space is being imported into leaves a whole space, whichever comes first', async () => {
    for (let round = 0; round < 3; round++) {
      const space = await imported();
      const other = { ...source, 'README.md': `# Home\n\n![](logo.svg)\n\nneedle again ${round}\n` };
      const key = await upload(world, await zipOf(other));
      const importing = world.api.call<ImportRun>('startImport', {
        ...admin(),
        params: { organizationId: world.organization },
        body: { source: { type: 'file', files: [key] }, target: { space } },
      });
      const [moved, started] = await Promise.all([transfer(space), importing]);
      expect([200, 409]).toContain(moved.status);
      if (started.status === 201) await ended(world, started.body.id);
      // The space was transferred before the import was requested.
      else expect([moved.status, started.status]).toEqual([200, 404]);
      await expectWhole(space);
    }
  });

  it('in both directions at once ends, and everything is somewhere', async () => {
    const [one, two] = [await make.space(), await make.space()];
    await transfer(two.id);
    const answers = await Promise.all([transfer(one.id), transfer(two.id, world.organization)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await world.api.expect<Space>('getSpaceById', of(one.id))).organization).toBe(second);
    expect((await world.api.expect<Space>('getSpaceById', of(two.id))).organization).toBe(world.organization);
  });
});

describe('the spaces of a member', () => {
  it('are those that the member may see, with the role there, in both orders', async () => {
    const guest = await make.guest();
    const team = await make.team(guest);
    const [one, two] = [await make.space(), await make.space()];
    await make.space();
    await make.onSpace(one.id, { users: [guest.id], role: 'edit' });
    await make.onSpace(two.id, { teams: [team], role: 'review' });
    const list = (query: Record<string, unknown> = {}, token = world.admin.token) =>
      world.api.call<Page<{ permission: string; space: Space }>>('listSpacesForOrganizationMember', {
        token,
        params: { organizationId: world.organization, userId: guest.id },
        query,
      });
    const { body } = await list();
    expect(body.count).toBe(2);
    expect(body.items.map(({ permission, space }) => [permission, space.id, space.permissions.admin])).toEqual([
      ['review', two.id, true],
      ['edit', one.id, true],
    ]);
    expect((await list({ order: 'asc' })).body.items.map(({ space }) => space.id)).toEqual([one.id, two.id]);
    const own = (await list({}, guest.token)).body.items;
    expect(own.map(({ space }) => [space.permissions.edit, space.permissions.admin])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect((await list({}, world.guest.token)).status).toBe(403);
    expect((await list({}, world.otherAdmin.token)).status).toBe(404);
  });
});
