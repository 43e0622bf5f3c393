import type {
  ChangeRequest,
  ChangeRequestContributors,
  ChangeRequestRequestedReviewer,
  ChangeRequestReview,
  Comment,
  Page,
} from '@bindery/contracts';
import { SpaceClient, type DiscussionWorld } from '@bindery/testing';
import { createDiscussionWorld } from '../discussion-world';

let world: DiscussionWorld;
let editor: SpaceClient;
let reviewer: SpaceClient;

beforeAll(async () => {
  world = await createDiscussionWorld();
  editor = new SpaceClient(world, world.editor);
  reviewer = new SpaceClient(world, world.reviewer);
});
afterAll(() => world.close());

const review = (changeRequestId: string, body: object, by = reviewer) =>
  by.call<ChangeRequestReview>('submitChangeRequestReview', { changeRequestId }, { body });
const request = (changeRequestId: string, body: object) =>
  editor.call<{ users: ChangeRequestRequestedReviewer[] }>(
    'requestReviewersForChangeRequest',
    { changeRequestId },
    { body },
  );

describe('a review', () => {
  it('has the reviewed revision, the reviewer and the outcome, and is a comment of the change request', async () => {
    const { id: changeRequestId, revision } = await editor.propose();
    const { status, body } = await review(changeRequestId, {
      status: 'changes-requested',
      comment: { markdown: 'Not yet' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'change-request-review',
      revision,
      reviewer: { id: world.reviewer.id },
      status: 'changes-requested',
      outdated: false,
      comment: { body: { markdown: 'Not yet' }, target: { changeRequest: changeRequestId, review: body.id } },
    });
    expect(body).not.toHaveProperty('requestedBy');
    const comments = await editor.expect<Page<Comment>>('listCommentsInChangeRequest', { changeRequestId });
    expect(comments.items).toMatchObject([{ target: { review: body.id } }]);
    const again = await editor.expect<ChangeRequestReview>('getChangeRequestReviewById', {
      changeRequestId,
      reviewId: body.id,
    });
    expect(again).toMatchObject({ id: body.id, comment: { id: body.comment!.id } });
  });

  it('may have an empty comment', async () => {
    const { id } = await editor.propose();
    const { body } = await review(id, { status: 'approved', comment: {} });
    expect(body).toMatchObject({ status: 'approved', comment: { body: { markdown: '' } } });
  });

  it('shows its comment only to users who may see comments', async () => {
    const { id: changeRequestId } = await editor.propose();
    await review(changeRequestId, { status: 'approved', comment: { markdown: 'Among us' } });
    const reader = new SpaceClient(world, world.reader);
    const { items } = await reader.expect<Page<ChangeRequestReview>>('getReviewsByChangeRequestId', {
      changeRequestId,
    });
    expect(items).toMatchObject([{ status: 'approved' }]);
    expect(items[0]).not.toHaveProperty('comment');
  });

  it('is one of a list, the newest first, that can be filtered by what is outdated', async () => {
    const { id: changeRequestId } = await editor.propose();
    const first = (await review(changeRequestId, { status: 'changes-requested' })).body;
    const second = (await review(changeRequestId, { status: 'approved' })).body;
    const ids = async (query: Record<string, unknown>) =>
      (
        await editor.expect<Page<ChangeRequestReview>>('getReviewsByChangeRequestId', { changeRequestId }, { query })
      ).items.map(({ id }) => id);
    expect(await ids({})).toEqual([second.id, first.id]);
    expect(await ids({ outdated: false })).toEqual([second.id, first.id]);
    expect(await ids({ outdated: true })).toEqual([]);
  });

  it('is not given to what is archived', async () => {
    const { id: changeRequestId } = await editor.propose();
    await editor.expect('updateChangeRequestById', { changeRequestId }, { body: { status: 'archived' } });
    expect((await review(changeRequestId, { status: 'approved' })).status).toBe(409);
  });

  it.each([{ status: 'fine' }, {}, { status: 'approved', comment: 'Words' }])('%j is refused', async (body) => {
    const { id } = await editor.propose();
    expect((await review(id, body)).status).toBe(400);
  });
});

describe('requested reviewers', () => {
  it('open a draft, are listed, and are named by their reviews', async () => {
    const { id: changeRequestId, revision } = await editor.propose('Before');
    const users = [world.reviewer.id, world.admin.id];
    const { body } = await request(changeRequestId, { users: [...users, world.admin.id], subject: 'After' });
    expect(body.users.map(({ user }) => user.id).sort()).toEqual([...users].sort());
    expect(body.users[0]).toMatchObject({
      object: 'change-request-requested-reviewer',
      kind: 'user',
      requestedBy: { id: world.editor.id },
      revision,
    });
    const after = await editor.expect<ChangeRequest>('getChangeRequestById', { changeRequestId });
    expect(after).toMatchObject({ status: 'open', subject: 'After' });
    const listed = await editor.expect<Page<ChangeRequestRequestedReviewer>>('getRequestedReviewersByChangeRequestId', {
      changeRequestId,
    });
    expect(listed).toMatchObject({ count: 2 });
    expect((await review(changeRequestId, { status: 'approved' })).body.requestedBy?.id).toBe(world.editor.id);
  });

  it('are withdrawn, or decline', async () => {
    const { id: changeRequestId } = await editor.propose();
    await request(changeRequestId, { users: [world.reviewer.id, world.commenter.id] });
    const remove = (by: SpaceClient, userId: string) =>
      by.call('removeRequestedReviewerFromChangeRequest', { changeRequestId, userId });
    const commenter = new SpaceClient(world, world.commenter);
    expect((await remove(commenter, world.reviewer.id)).status).toBe(403);
    expect((await remove(commenter, world.commenter.id)).status).toBe(204);
    expect((await remove(editor, world.reviewer.id)).status).toBe(204);
    expect((await remove(editor, world.reviewer.id)).status).toBe(204);
    const left = await editor.expect<Page<object>>('getRequestedReviewersByChangeRequestId', { changeRequestId });
    expect(left.items).toEqual([]);
  });

  it.each([
    ['somebody who does not exist', () => ['nobody'], 'body.users[0]'],
    ['somebody who may not see the space', () => [world.guest.id], 'body.users[0]'],
    ['somebody of another organization', () => [world.reviewer.id, world.otherAdmin.id], 'body.users[1]'],
    ['nobody', () => [], 'body.users'],
  ])('cannot be %s', async (_, users, field) => {
    const { id } = await editor.propose();
    const answer = await request(id, { users: users() });
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
  });

  it('are not asked about what is archived', async () => {
    const { id: changeRequestId } = await editor.propose();
    await editor.expect('updateChangeRequestById', { changeRequestId }, { body: { status: 'archived' } });
    expect((await request(changeRequestId, { users: [world.reviewer.id] })).status).toBe(409);
  });
});

it('counts who commented as contributors', async () => {
  const { id: changeRequestId } = await editor.propose();
  const commenter = new SpaceClient(world, world.commenter);
  const say = (by: SpaceClient) =>
    by.expect<Comment>('postCommentInChangeRequest', { changeRequestId }, { body: { body: { markdown: 'Hm' } } });
  const { id: commentId } = await say(commenter);
  await say(commenter);
  const body = { body: { markdown: 'Yes' } };
  await editor.expect('postCommentReplyInChangeRequest', { changeRequestId, commentId }, { body });
  const { items } = await editor.expect<ChangeRequestContributors>('getContributorsByChangeRequestId', {
    changeRequestId,
  });
  expect(items).toMatchObject([
    { user: { id: world.editor.id }, actionType: 'comment', count: 1 },
    { user: { id: world.commenter.id }, actionType: 'comment', count: 2 },
  ]);
  const members = await editor.expect<Page<object>>('listCommentersInChangeRequest', { changeRequestId });
  expect(members.count).toBe(2);
});
