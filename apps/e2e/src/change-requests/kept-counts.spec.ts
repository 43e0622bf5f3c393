import type { ChangeRequest, Comment, Page, Space } from '@bindery/contracts';
import { operatorCommand, sql, SpaceClient } from '@bindery/testing';
import { startIsolatedDiscussionWorld, type IsolatedDiscussionWorld } from './discussion-world';

let world: IsolatedDiscussionWorld;
let admin: SpaceClient;

beforeAll(async () => {
  world = await startIsolatedDiscussionWorld();
  admin = new SpaceClient(world, world.admin);
});
afterAll(() => world.close());

/** The stored counts of a space, and the counts of its lists. */
async function counts(): Promise<object> {
  const { comments, changeRequests, changeRequestsOpen, changeRequestsDraft } =
    await admin.expect<Space>('getSpaceById');
  const listed = async (operation: string, status: string) =>
    (await admin.expect<Page<Comment>>(operation, {}, { query: { status, limit: 1 } })).count;
  return {
    space: { comments, changeRequests, changeRequestsOpen, changeRequestsDraft },
    comments: [await listed('listCommentsInSpace', 'open'), await listed('listCommentsInSpace', 'resolved')],
    drafts: await listed('listChangeRequestsForSpace', 'draft'),
    open: await listed('listChangeRequestsForSpace', 'open'),
  };
}

const reconcile = (flags = '') => operatorCommand(world.platform.services['change-requests'], `reconcile${flags}`);

it('keeps counts through all that is said and proposed, and mends them when they are wrong', async () => {
  const comments: string[] = [];
  for (let at = 0; at < 4; at++) comments.push((await admin.comment(`Number ${at}`)).id);
  const { id: changeRequestId } = await admin.propose();
  await admin.propose();
  await admin.expect('postCommentInChangeRequest', { changeRequestId }, { body: { body: { markdown: 'Elsewhere' } } });
  await admin.expect('updateCommentInSpace', { commentId: comments[0]! }, { body: { resolved: true } });
  await admin.expect('updateCommentInSpace', { commentId: comments[1]! }, { body: { resolved: true } });
  await admin.expect('updateCommentInSpace', { commentId: comments[1]! }, { body: { resolved: false } });
  await admin.call('deleteCommentInSpace', { commentId: comments[2]! });
  await admin.expect<ChangeRequest>('updateChangeRequestById', { changeRequestId }, { body: { status: 'open' } });
  const right = {
    space: { comments: 2, changeRequests: 2, changeRequestsOpen: 1, changeRequestsDraft: 1 },
    comments: [2, 1],
    drafts: 1,
    open: 1,
  };
  expect(await counts()).toEqual(right);
  expect(await reconcile()).toMatchObject({ failed: false });

  // An administrator's session has another search path.
  await sql(world, `delete from change_requests.comment where id = $1`, [comments[3]!]);
  await sql(
    world,
    `insert into change_requests.comment (id, space_id, revision, markdown, posted_by)
     select 'again', space_id, revision, markdown, posted_by from change_requests.comment where id = $1`,
    [comments[1]!],
  );
  expect(await counts()).toEqual(right);

  await sql(world, `update change_requests.space_activity set comments_open = comments_open + 7, draft = 0`, []);
  const found = await reconcile();
  expect(found).toMatchObject({
    failed: true,
    rows: [{ countsOf: 'space', id: world.space, counted: '[2, 1, 1, 1, 0, 0]' }],
  });
  expect(found.summary).toContain('1 kept counts are wrong');
  expect(await counts()).not.toEqual(right);
  expect(await reconcile(' --repair')).toMatchObject({ failed: false });
  expect(await counts()).toEqual(right);
  expect(await reconcile()).toMatchObject({ failed: false });
});
