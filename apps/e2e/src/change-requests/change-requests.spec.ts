import type { ChangeRequest, Page, Space } from '@bindery/contracts';
import { changeRequestRefs } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { granted, principalOf, SpaceClient } from '@bindery/testing';
import { createInProcessDiscussionWorld, type InProcessDiscussionWorld } from './discussion-world';

let world: InProcessDiscussionWorld;
let admin: SpaceClient;
let editor: SpaceClient;

beforeAll(async () => {
  world = await createInProcessDiscussionWorld();
  admin = new SpaceClient(world, world.admin);
  editor = new SpaceClient(world, world.editor);
});
afterAll(() => world.close());

const newSpace = async () => {
  const { id } = await admin.expect<Space>('createSpace', { organizationId: world.organization }, { body: {} });
  return id;
};
const get = (changeRequestId: string) => admin.call<ChangeRequest>('getChangeRequestById', { changeRequestId });
const set = (changeRequestId: string, body: object) =>
  editor.call<ChangeRequest>('updateChangeRequestById', { changeRequestId }, { body });

describe('a new change request', () => {
  it('is a draft of the current content, by the caller', async () => {
    const { revision } = await admin.expect<Space>('getSpaceById');
    const answer = await editor.call<ChangeRequest>('createChangeRequest', {}, { body: { subject: 'Fix it' } });
    expect(answer.body).toMatchObject({
      object: 'change-request',
      status: 'draft',
      subject: 'Fix it',
      createdBy: { object: 'user', id: world.editor.id },
      space: world.space,
      revision,
      revisionInitial: revision,
      outdated: false,
      comments: 0,
    });
    expect(answer.headers.get('location')).toBe(answer.body.urls.location);
    expect(answer.body).not.toHaveProperty('revisionMerged');
  });

  it('has numbers without gaps in its space, however many are opened at once', async () => {
    const inside = new SpaceClient(world, world.admin, await newSpace());
    const propose = (index: number) =>
      inside.persist<ChangeRequest>('createChangeRequest', {}, { body: {}, key: `proposal ${index}` });
    const made = await Promise.all(Array.from({ length: 100 }, (_, index) => propose(index)));
    expect(made.map(({ body }) => body.number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
  });

  it('leaves no gap when one cannot be opened', async () => {
    const inside = new SpaceClient(world, world.admin, await newSpace());
    await inside.propose();
    expect((await inside.call('createChangeRequest', {}, { body: { subject: 'x'.repeat(101) } })).status).toBe(400);
    expect((await inside.call('createChangeRequest', {}, { body: { agentTaskId: 'unknown' } })).status).toBe(400);
    expect((await inside.propose()).number).toBe(2);
  });

  it('is found by its id or by exactly its number', async () => {
    const { id, number } = await editor.propose();
    expect((await get(String(number))).body.id).toBe(id);
    for (const wrong of [
      `0${number}`,
      `${number}.0`,
      `+${number}`,
      ` ${number}`,
      `${number} `,
      `-${number}`,
      '0',
      '1e0',
    ])
      expect({ wrong, status: (await get(wrong)).status }).toEqual({ wrong, status: 404 });
    for (const none of ['99999999', '2147483648', '99999999999999999999']) expect((await get(none)).status).toBe(404);
    const elsewhere = new SpaceClient(world, world.admin, await newSpace());
    expect((await elsewhere.call('getChangeRequestById', { changeRequestId: id })).status).toBe(404);
  });

  it('is returned to other services by number, with its status', async () => {
    const { id, number } = await editor.propose();
    const rpc = world.platform.services.content.app.get(RpcClient);
    const principal = granted(principalOf(world.admin.id, world.organization), 'content');
    const ask = (changeRequest: string) =>
      rpc.call(changeRequestRefs.resolveChangeRequest, { principal, body: { space: world.space, changeRequest } });
    expect(await ask(String(number))).toEqual({ id, status: 'draft' });
    await set(id, { status: 'archived' });
    expect(await ask(id)).toEqual({ id, status: 'archived' });
    await expect(ask('999999')).rejects.toMatchObject({ code: 404 });
  });
});

describe('an update', () => {
  it('sets what is given, leaves what is not, and clears with null', async () => {
    const { id } = await editor.propose('Before');
    const description = {
      object: 'document',
      data: { schemaVersion: 1 },
      nodes: [{ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [] }],
    };
    expect((await set(id, { description })).body).toMatchObject({ subject: 'Before', description, status: 'draft' });
    const renamed = (await set(id, { subject: 'After' })).body;
    expect(renamed).toMatchObject({ subject: 'After', description });
    expect((await set(id, { description: null })).body).not.toHaveProperty('description');
    expect((await set(id, { description: { object: 'document', nodes: 1 } })).status).toBe(400);
    expect((await set(id, { subject: 'x'.repeat(101) })).status).toBe(400);
    expect(Date.parse((await get(id)).body.updatedAt)).toBeGreaterThanOrEqual(Date.parse(renamed.updatedAt));
  });

  it.each([
    ['draft', 'open'],
    ['open', 'draft'],
    ['draft', 'archived'],
    ['open', 'archived'],
    ['archived', 'draft'],
    ['archived', 'open'],
    ['open', 'open'],
  ])('moves from %s to %s', async (from, to) => {
    const { id } = await editor.propose();
    await set(id, { status: from });
    expect((await set(id, { status: to })).body.status).toBe(to);
    expect((await get(id)).body.status).toBe(to);
  });

  it('never merges', async () => {
    const { id } = await editor.propose();
    const answer = await set(id, { status: 'merged' });
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'body.status' }] } } });
  });

  it('compares the version that the caller knows', async () => {
    const { id } = await editor.propose();
    const etag = (await get(id)).headers.get('etag')!;
    const body = { subject: 'Mine' };
    const headers = { 'if-match': etag };
    const change = () => editor.call('updateChangeRequestById', { changeRequestId: id }, { body, headers });
    expect((await change()).status).toBe(200);
    expect((await change()).status).toBe(412);
  });
});

describe('the list', () => {
  const list = (by: SpaceClient, query: object = {}) =>
    by.expect<Page<ChangeRequest>>('listChangeRequestsForSpace', {}, { query: { ...query } });
  const ids = async (by: SpaceClient, query: object = {}) => (await list(by, query)).items.map(({ id }) => id);

  it('shows what is open, the newest first, and filters by status, creator, contributor and reviewer', async () => {
    const space = await newSpace();
    const [a, b] = [new SpaceClient(world, world.admin, space), new SpaceClient(world, world.editor, space)];
    const [draft, first, second] = [await a.propose(), await a.propose(), await b.propose()];
    for (const { id: changeRequestId } of [first, second])
      await a.expect('updateChangeRequestById', { changeRequestId }, { body: { status: 'open' } });
    expect(await ids(a)).toEqual([second.id, first.id]);
    expect(await ids(a, { status: 'draft' })).toEqual([draft.id]);
    expect(await ids(a, { status: 'archived' })).toEqual([]);
    expect(await ids(a, { creator: world.editor.id })).toEqual([second.id]);
    expect(await ids(a, { contributor: world.commenter.id })).toEqual([]);
    const body = { body: { markdown: 'I help' } };
    const commenter = new SpaceClient(world, world.commenter, space);
    await commenter.expect('postCommentInChangeRequest', { changeRequestId: first.id }, { body });
    expect(await ids(a, { contributor: world.commenter.id })).toEqual([first.id]);
    const users = { users: [world.reviewer.id] };
    await a.expect('requestReviewersForChangeRequest', { changeRequestId: second.id }, { body: users });
    expect(await ids(a, { requestedReviewer: world.reviewer.id })).toEqual([second.id]);
    expect(await ids(a, { conversationsIssuesCluster: 'none' })).toEqual([]);
    const page = await list(a, { limit: 1 });
    expect(page).toMatchObject({ count: 2, items: [{ id: second.id }] });
    expect(await list(a, { limit: 1, page: page.next!.page })).toMatchObject({
      items: [{ id: first.id, comments: 1 }],
    });
  });

  it.each([{ status: 'closed' }, { creator: '../' }])('refuses %j', async (query) => {
    expect((await admin.call('listChangeRequestsForSpace', {}, { query })).status).toBe(400);
  });

  it('of an organization holds what is in the spaces that the caller may see', async () => {
    const secret = await newSpace();
    const { id } = await new SpaceClient(world, world.admin, secret).propose();
    const all = (by: SpaceClient) =>
      by.call<Page<ChangeRequest>>(
        'listChangeRequestsForOrganization',
        { organizationId: world.organization },
        { query: { status: 'draft', limit: 1000 } },
      );
    const seen = async (by: SpaceClient) => (await all(by)).body.items.map((item) => item.id);
    expect(await seen(admin)).toContain(id);
    expect(await seen(new SpaceClient(world, world.guest))).toEqual([]);
    expect((await all(new SpaceClient(world, world.otherAdmin))).status).toBe(404);
    await admin.expect('deleteSpaceById', { spaceId: secret });
    expect(await seen(admin)).not.toContain(id);
  });
});

it('goes with its space', async () => {
  const space = await newSpace();
  const inside = new SpaceClient(world, world.admin, space);
  const { id: changeRequestId } = await inside.propose();
  await inside.comment('Said');
  await inside.expect('deleteSpaceById');
  expect((await inside.call('getChangeRequestById', { changeRequestId })).status).toBe(404);
  expect((await inside.call('listCommentsInSpace')).status).toBe(404);
  await inside.expect('restoreSpace');
  expect((await inside.call('getChangeRequestById', { changeRequestId })).status).toBe(200);
  expect((await inside.expect<Page<object>>('listCommentsInSpace')).count).toBe(1);
});

it('goes with its space to another organization', async () => {
  const both = await world.records.user({ [world.organization]: 'admin', [world.other]: 'admin' });
  const space = await newSpace();
  const inside = new SpaceClient(world, both, space);
  const { id: changeRequestId } = await inside.propose();
  const { id: commentId } = await inside.comment('Said');
  await inside.expect('transferSpace', {}, { body: { organization: world.other } });
  const there = new SpaceClient(world, world.otherAdmin, space);
  expect((await there.call('getCommentInSpace', { commentId })).status).toBe(200);
  expect((await there.call('getChangeRequestById', { changeRequestId })).status).toBe(200);
  expect(
    (await new SpaceClient(world, world.admin, space).call('getChangeRequestById', { changeRequestId })).status,
  ).toBe(404);
  const query = { status: 'draft' };
  const listed = await there.expect<Page<ChangeRequest>>(
    'listChangeRequestsForOrganization',
    { organizationId: world.other },
    { query },
  );
  expect(listed.items.map(({ id }) => id)).toEqual([changeRequestId]);
});
