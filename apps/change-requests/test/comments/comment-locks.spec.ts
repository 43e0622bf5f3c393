import { Database } from '@bindery/persistence';
import { SpaceClient } from '@bindery/testing';
import { createDiscussionWorld, type DiscussionWorld } from '../discussion-world';

let world: DiscussionWorld;
let author: SpaceClient;

beforeAll(async () => {
  world = await createDiscussionWorld();
  author = new SpaceClient(world, world.commenter);
});
afterAll(() => world.close());

const body = { body: { markdown: 'Changed' } };

/** The status of a call, while another transaction holds the lock of a row. */
async function statusWhileLocked(table: string, id: string, call: () => Promise<{ status: number }>): Promise<number> {
  const db = world.platform.service.app.get(Database);
  return db.transaction(async () => {
    await db.run(`select from ${table} where id = $1 for update`, [id]);
    return (await call()).status;
  });
}

it('waits for no comment of another discussion', async () => {
  const { id: commentId } = await author.comment('In the space');
  const { id: changeRequestId } = await new SpaceClient(world, world.editor).propose();
  const call = () => author.call('updateCommentInChangeRequest', { changeRequestId, commentId }, { body });
  expect(await statusWhileLocked('comment', commentId, call)).toBe(404);
});

it('waits for no reply to another comment', async () => {
  const [one, other] = [await author.comment('One'), await author.comment('Other')];
  const { id: commentReplyId } = await author.reply(one.id, 'Yes');
  const call = () => author.call('updateCommentReplyInSpace', { commentId: other.id, commentReplyId }, { body });
  expect(await statusWhileLocked('comment_reply', commentReplyId, call)).toBe(404);
});
