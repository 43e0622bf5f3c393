import type { ChangeRequest, Comment, Page } from '@bindery/contracts';
import { currentCall, RpcClient } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { SpaceClient } from '@bindery/testing';
import { isForAnswer } from '../costs/cost-recorder';
import { startIsolatedDiscussionWorld, type IsolatedDiscussionWorld } from './discussion-world';

const long = process.env.BINDERY_TEST === 'long';
const [requests, comments] = long ? [50, 100] : [12, 24];

let world: IsolatedDiscussionWorld;
let admin: SpaceClient;

beforeAll(async () => {
  world = await startIsolatedDiscussionWorld();
  admin = new SpaceClient(world, world.admin);
});
afterAll(() => world.close());

/**
 * The cost of a call in messages, and in statements of this service before the one that is sent with its commit. Messages and
 * statements of background work do not count.
 */
async function cost(call: () => Promise<unknown>): Promise<{ messages: number; queries: number }> {
  const db = world.platform.services['change-requests'].app.get(Database);
  let queries = 0;
  const spies = (['query', 'run'] as const).map((name) => {
    const original = db[name] as (text: string, values?: unknown[]) => Promise<never>;
    return jest.spyOn(db, name).mockImplementation((text: string, values?: unknown[]) => {
      if (currentCall()) queries++;
      return original.call(db, text, values);
    });
  });
  let messages = 0;
  const { callRaw } = RpcClient.prototype;
  const sent = jest.spyOn(RpcClient.prototype, 'callRaw').mockImplementation(function (this: RpcClient, ...message) {
    if (isForAnswer(message[0])) messages++;
    return callRaw.apply(this, message);
  });
  await call();
  for (const spy of [...spies, sent]) spy.mockRestore();
  return { messages, queries };
}

it('lists many change requests at the cost of one', async () => {
  for (let index = 0; index < requests; index++)
    await new SpaceClient(world, index % 2 ? world.admin : world.editor).propose();
  const list = (limit: number) => () =>
    admin.expect<Page<ChangeRequest>>('listChangeRequestsForSpace', {}, { query: { status: 'draft', limit } });
  const one = await cost(list(1));
  expect((await list(requests)()).items).toHaveLength(requests);
  expect(await cost(list(requests - 1))).toEqual(one);
  // The list, the caller's access and the branches; what is not all is counted.
  expect(one).toEqual({ messages: 3, queries: 2 });
  expect(await cost(list(requests))).toEqual({ messages: 3, queries: 1 });
  const ofOrganization = (limit: number) => () =>
    admin.expect(
      'listChangeRequestsForOrganization',
      { organizationId: world.organization },
      { query: { status: 'draft', limit } },
    );
  const first = await cost(ofOrganization(1));
  expect(await cost(ofOrganization(requests - 1))).toEqual(first);
});

it('lists many comments with replies and reactions at the cost of one', async () => {
  const writers = [world.admin, world.editor, world.commenter, world.reviewer].map(
    (one) => new SpaceClient(world, one),
  );
  for (let index = 0; index < comments; index++) {
    const { id: commentId } = await writers[index % 4]!.comment(`Number ${index}`);
    const other = writers[(index + 1) % 4]!;
    await other.expect('updateCommentInSpace', { commentId }, { body: { addedReactions: ['👍'] } });
    if (index % 10 === 0) await other.reply(commentId, 'Indeed');
  }
  const list = (limit: number) => () => admin.expect<Page<Comment>>('listCommentsInSpace', {}, { query: { limit } });
  const { items } = await list(comments)();
  expect(items).toHaveLength(comments);
  expect(items.every(({ reactions }) => reactions[0]!.users[0]!.user.displayName !== '')).toBe(true);
  const one = await cost(list(1));
  expect(await cost(list(comments - 1))).toEqual(one);
  // The list and the caller's access.
  expect(one).toEqual({ messages: 2, queries: 2 });
});

it('stores a comment with the statement of its commit, and a reply with three before', async () => {
  const { id: commentId } = await admin.comment('The first');
  const body = { body: { markdown: 'Indeed' } };
  // The comment and the caller's access.
  const comment = () => admin.call('postCommentInSpace', {}, { body });
  expect(await cost(comment)).toEqual({ messages: 2, queries: 0 });
  // The thread is locked and read before.
  const reply = () => admin.call('postCommentReplyInSpace', { commentId }, { body });
  expect(await cost(reply)).toEqual({ messages: 2, queries: 3 });
});
