import type { Comment, Page, Space } from '@bindery/contracts';
import { SpaceClient, type DiscussionWorld } from '@bindery/testing';
import { createDiscussionWorld } from '../discussion-world';

let world: DiscussionWorld;
let admin: SpaceClient;
let author: SpaceClient;
let other: SpaceClient;

beforeAll(async () => {
  world = await createDiscussionWorld();
  admin = new SpaceClient(world, world.admin);
  author = new SpaceClient(world, world.commenter);
  other = new SpaceClient(world, world.editor);
});
afterAll(() => world.close());

const update = (by: SpaceClient, commentId: string, body: object) =>
  by.call<Comment>('updateCommentInSpace', { commentId }, { body });
const list = (query: object = {}) => admin.expect<Page<Comment>>('listCommentsInSpace', {}, { query: { ...query } });

describe('the list', () => {
  it('filters by status, page and authors, in either order', async () => {
    const page = world.pages.Guide!.id;
    const a = await author.comment('a', { page });
    const b = await other.comment('b', { page });
    const c = await author.comment('c', { page });
    await update(admin, b.id, { resolved: true });
    const ids = async (query: object) => (await list({ targetPage: page, ...query })).items.map(({ id }) => id);
    expect(await ids({})).toEqual([c.id, b.id, a.id]);
    expect(await ids({ order: 'asc' })).toEqual([a.id, b.id, c.id]);
    expect(await ids({ status: 'open' })).toEqual([c.id, a.id]);
    expect(await ids({ status: 'resolved' })).toEqual([b.id]);
    expect(await ids({ authors: [world.editor.id] })).toEqual([b.id]);
    expect(await ids({ authors: [world.editor.id, world.commenter.id], order: 'asc' })).toEqual([a.id, b.id, c.id]);
    expect((await list({ targetPage: page, status: 'open', limit: 1 })).count).toBe(2);
  });

  it.each([{ status: 'closed' }, { order: 'up' }, { format: 'html' }, { authors: '../' }])(
    'refuses %j',
    async (query) => {
      expect((await admin.call('listCommentsInSpace', {}, { query })).status).toBe(400);
    },
  );

  it('leaves the comments of change requests to them', async () => {
    const request = await new SpaceClient(world, world.editor).propose();
    const place = { changeRequestId: request.id };
    const body = { body: { markdown: 'On the proposal' } };
    const { id, target } = await author.expect<Comment>('postCommentInChangeRequest', place, { body });
    expect(target).toEqual({ changeRequest: request.id, space: world.space, revision: request.revision });
    expect((await list({ limit: 1000 })).items.map((comment) => comment.id)).not.toContain(id);
    expect((await admin.call('getCommentInSpace', { commentId: id })).status).toBe(404);
    const there = await admin.expect<Page<Comment>>('listCommentsInChangeRequest', place);
    expect(there.items.map((comment) => comment.id)).toEqual([id]);
  });

  it('walks all comments once while others are written', async () => {
    const page = world.pages.Guide!.id;
    const before = (await list({ targetPage: page, limit: 1000, order: 'asc' })).items.map(({ id }) => id);
    const seen: string[] = [];
    let at: string | undefined;
    do {
      const next = await list({ targetPage: page, limit: 1, order: 'desc', ...(at && { page: at }) });
      seen.push(...next.items.map(({ id }) => id));
      at = next.next?.page;
      await author.comment('Meanwhile', { page });
    } while (at);
    expect(seen).toEqual(before.toReversed());
  });
});

it('counts open comments in the space', async () => {
  const { id } = await admin.expect<Space>('createSpace', { organizationId: world.organization }, { body: {} });
  const inside = new SpaceClient(world, world.admin, id);
  const [one] = [await inside.comment('One'), await inside.comment('Two'), await inside.comment('Three')];
  await inside.expect('updateCommentInSpace', { commentId: one.id }, { body: { resolved: true } });
  await inside.propose();
  const { id: changeRequestId } = await inside.propose();
  await inside.expect('updateChangeRequestById', { changeRequestId }, { body: { status: 'open' } });
  const body = { body: { markdown: 'There' } };
  await inside.expect('postCommentInChangeRequest', { changeRequestId }, { body });
  const space = await admin.expect<Space>('getSpaceById', { spaceId: id });
  expect(space).toMatchObject({ comments: 2, changeRequests: 2, changeRequestsOpen: 1, changeRequestsDraft: 1 });
});

it('lists who commented or replied, as members', async () => {
  const { id } = await admin.expect<Space>('createSpace', { organizationId: world.organization }, { body: {} });
  const { id: commentId } = await new SpaceClient(world, world.admin, id).comment('One');
  const members = await admin.expect<Page<{ id: string; role: string; spaces: number }>>('listCommentersInSpace', {
    spaceId: id,
  });
  expect(members).toMatchObject({ count: 1, items: [{ object: 'member', id: world.admin.id, role: 'admin' }] });
  const leaving = await world.records.user({ [world.organization]: 'comment' });
  await new SpaceClient(world, leaving, id).reply(commentId, 'Two');
  await world.records.query('delete from membership where user_id = $1', [leaving.id]);
  const after = await admin.expect<Page<object>>('listCommentersInSpace', { spaceId: id });
  expect(after.items).toContainEqual(expect.objectContaining({ id: leaving.id, role: null, disabled: true }));
});
