import { clientOf, type DiscussionWorld } from '@bindery/testing';
import { createDiscussionWorld } from './discussion-world';

let world: DiscussionWorld;
beforeAll(async () => {
  world = await createDiscussionWorld();
});
afterAll(() => world.close());

type Data = Record<string, unknown> & { id: string };
type Operation = (...args: unknown[]) => Promise<{ status: number; data: Data & { items: Data[] } }>;
type Operations = Record<'spaces' | 'orgs', Record<string, Operation>>;

/** The operations of the public client in this area; the types of its answers are not tested here. */
const clientFor = (user: DiscussionWorld['admin']) => {
  const { spaces, orgs } = clientOf(world, user) as unknown as Operations;
  const call = async (operation: string, ...args: unknown[]) => (await spaces[operation]!(...args)).data;
  return { call, orgs };
};

it('proposes, discusses, reviews and merges through the public client', async () => {
  const { space } = world;
  const editor = clientFor(world.editor);
  const reviewer = clientFor(world.reviewer);
  const { id, number } = await editor.call('createChangeRequest', space, { subject: 'A better guide' });
  const node = { object: 'text', leaves: [{ object: 'leaf', text: 'Why', marks: [] }] };
  const paragraph = { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [node] };
  const description = { object: 'document', data: { schemaVersion: 8 }, nodes: [paragraph] };
  await editor.call('updateChangeRequestById', space, number, { description });
  const asked = await editor.call('requestReviewersForChangeRequest', space, id, { users: [world.reviewer.id] });
  expect(asked.users).toHaveLength(1);
  const listed = await reviewer.call('listChangeRequestsForSpace', space, { requestedReviewer: world.reviewer.id });
  expect(listed.items).toMatchObject([{ id, status: 'open', description }]);
  const ofOrganization = await reviewer.orgs.listChangeRequestsForOrganization!(world.organization, {
    creator: world.editor.id,
    limit: 1,
  });
  expect(ofOrganization.data.items).toMatchObject([{ id }]);

  const comment = await reviewer.call('postCommentInChangeRequest', space, id, { body: { markdown: 'And this?' } });
  const reply = { body: { markdown: 'Done' } };
  await editor.call('postCommentReplyInChangeRequest', space, id, comment.id, reply, { format: 'markdown' });
  const change = { resolved: true, addedReactions: ['🎉'] };
  expect(await reviewer.call('updateCommentInChangeRequest', space, id, comment.id, change)).toMatchObject({
    status: 'resolved',
    replies: 1,
  });
  const authors = [world.reviewer.id, world.editor.id];
  const query = { status: 'all', authors, format: 'document', order: 'asc' };
  const comments = await editor.call('listCommentsInChangeRequest', space, id, query);
  expect(comments.items).toMatchObject([{ id: comment.id, body: { document: { object: 'document' } } }]);

  const review = { status: 'approved', comment: { markdown: 'Good' } };
  await reviewer.call('submitChangeRequestReview', space, id, review);
  const reviews = await editor.call('getReviewsByChangeRequestId', space, id, { outdated: false });
  expect(reviews.items).toMatchObject([{ status: 'approved', comment: { body: { markdown: 'Good' } } }]);
  expect(await editor.call('updateChangeRequest', space, id)).toMatchObject({ result: 'update' });
  expect(await reviewer.call('mergeChangeRequest', space, id)).toMatchObject({ result: 'merge' });
  expect(await editor.call('getChangeRequestById', space, String(number))).toMatchObject({ status: 'merged' });
  const left = await clientFor(world.admin).call('deleteCommentInChangeRequest', space, id, comment.id);
  expect(left).toBeFalsy();
});

it('comments on a space through the public client', async () => {
  const { space } = world;
  const { call } = clientFor(world.commenter);
  const { id } = await call('postCommentInSpace', space, { body: { markdown: 'Hm' }, page: world.pages.Guide!.id });
  const reply = await call('postCommentReplyInSpace', space, id, { body: { markdown: 'Yes?' } });
  await call('updateCommentReplyInSpace', space, id, reply.id, { addedReactions: ['👀'] });
  expect(await call('getCommentReplyInSpace', space, id, reply.id, {})).toMatchObject({
    reactions: [{ emoji: '👀', count: 1 }],
  });
  const listed = await call('listCommentsInSpace', space, { targetPage: world.pages.Guide!.id, limit: 10 });
  expect(listed.items).toMatchObject([{ id, repliers: [{ user: { id: world.commenter.id } }] }]);
  expect((await call('listCommentersInSpace', space)).items).toMatchObject([{ id: world.commenter.id }]);
  await call('deleteCommentReplyInSpace', space, id, reply.id);
  await call('deleteCommentInSpace', space, id);
  expect((await call('listCommentsInSpace', space)).items).toEqual([]);
});
