import type { Block, Document } from '@bindery/documents';
import {
  spacePurged,
  type Comment,
  type CommentReply,
  type DocumentPage,
  type Page,
  type Space,
} from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { SpaceClient, until } from '@bindery/testing';
import { createInProcessDiscussionWorld, type InProcessDiscussionWorld } from './discussion-world';

let world: InProcessDiscussionWorld;
let admin: SpaceClient;
let author: SpaceClient;
let other: SpaceClient;

beforeAll(async () => {
  world = await createInProcessDiscussionWorld();
  admin = new SpaceClient(world, world.admin);
  author = new SpaceClient(world, world.commenter);
  other = new SpaceClient(world, world.editor);
});
afterAll(() => world.close());

const update = (by: SpaceClient, commentId: string, body: object) =>
  by.call<Comment>('updateCommentInSpace', { commentId }, { body });
const get = (commentId: string, query = {}) => admin.expect<Comment>('getCommentInSpace', { commentId }, { query });

/** The first block of a page that passes, with its key. */
async function block(page: DocumentPage, wanted: (block: Block) => boolean): Promise<Block & { key: string }> {
  const read = await admin.expect<DocumentPage>('getPageById', { pageId: page.id }, { query: { format: 'document' } });
  return read.document!.nodes.find(wanted) as Block & { key: string };
}

describe('a comment', () => {
  it('says what it is about, who wrote it, and what the caller may do', async () => {
    const comment = await author.comment('**Why**?');
    expect(comment).toMatchObject({
      object: 'comment',
      postedBy: { object: 'user', id: world.commenter.id },
      body: { markdown: '**Why**?' },
      status: 'open',
      replies: 0,
      repliers: [],
      reactions: [],
      target: { space: world.space },
      permissions: { view: true, edit: true, reply: true, delete: true },
      urls: { location: `http://bindery.test/v1/spaces/${world.space}/comments/${comment.id}` },
    });
    const seen = await other.expect<Comment>('getCommentInSpace', { commentId: comment.id });
    expect(seen.permissions).toEqual({ view: true, edit: false, reply: true, delete: false });
    expect((await get(comment.id)).permissions).toEqual({ view: true, edit: false, reply: true, delete: true });
  });

  it('is on a page, a block or a cell of a table', async () => {
    const page = world.pages.Home!;
    const table = await block(page, ({ type }) => type === 'table');
    const record = Object.keys(table.data.records as object)[0]!;
    const definition = Object.keys(table.data.definition as object)[0]!;
    const about = { page: page.id, node: table.key, tableCell: { record, definition } };
    const comment = await author.comment('This cell', about);
    expect(comment.target).toEqual({
      page: { id: page.id },
      node: { id: table.key },
      tableCell: { record, definition },
      space: world.space,
      revision: (await admin.expect<Space>('getSpaceById')).revision,
    });
  });

  it.each<[string, (table: Block & { key: string }) => object, string]>([
    ['a page that is not there', () => ({ page: 'nothing' }), 'body.page'],
    ['a block without its page', ({ key }) => ({ node: key }), 'body.page'],
    ['a block that is not there', () => ({ page: world.pages.Home!.id, node: 'nothing' }), 'body.node'],
    ['a block of another page', ({ key }) => ({ page: world.pages.Guide!.id, node: key }), 'body.node'],
    [
      'a cell without its table',
      () => ({ page: world.pages.Home!.id, tableCell: { record: 'a', definition: 'b' } }),
      'body.node',
    ],
    [
      'a cell that is not there',
      ({ key }) => ({ page: world.pages.Home!.id, node: key, tableCell: { record: '__proto__', definition: 'b' } }),
      'body.tableCell',
    ],
  ])('is refused on %s', async (_, about, field) => {
    const table = await block(world.pages.Home!, ({ type }) => type === 'table');
    const answer = await author.call('postCommentInSpace', {}, { body: { body: { markdown: '?' }, ...about(table) } });
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
  });

  it('on a page of another space is refused', async () => {
    const elsewhere = await admin.expect<Space>('createSpace', { organizationId: world.organization }, { body: {} });
    const body = { body: { markdown: '?' }, page: world.pages.Home!.id };
    const answer = await author.call('postCommentInSpace', { spaceId: elsewhere.id }, { body });
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'body.page' }] } } });
  });

  it('is Markdown or a document, in and out', async () => {
    const markdown = await author.comment('Some *text*');
    const asDocument = await get(markdown.id, { format: 'document' });
    const { document } = asDocument.body as { document: Document };
    expect(document.nodes[0]).toMatchObject({ type: 'paragraph' });
    const posted = await author.expect<Comment>('postCommentInSpace', {}, { body: { body: { document } } });
    expect(posted.body).toEqual({ document });
    expect((await get(posted.id)).body).toEqual({ markdown: 'Some _text_\n' });
  });

  it.each<[string, object, string]>([
    ['both forms', { markdown: 'a', document: { object: 'document', data: {}, nodes: [] } }, 'body.body'],
    ['a document that is none', { document: { object: 'document', nodes: 'none' } }, 'body.body.document'],
    [
      'a document with what no database holds',
      { document: { object: 'document', data: { note: 'a\0b' }, nodes: [] } },
      'body.body.document',
    ],
    [
      'a document with half a character',
      { document: { object: 'document', data: { '\ud83d': 1 }, nodes: [] } },
      'body.body.document',
    ],
    ['text with what no database holds', { markdown: 'a\0b' }, 'body.body.markdown'],
  ])('with %s is refused', async (_, body, field) => {
    const answer = await author.call('postCommentInSpace', {}, { body: { body } });
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
  });

  it('is edited by its author alone, not even by an administrator', async () => {
    const { id } = await author.comment('Befor');
    expect((await update(other, id, { body: { markdown: 'Mine' } })).status).toBe(403);
    expect((await update(admin, id, { body: { markdown: 'Mine' } })).status).toBe(403);
    const { status, body } = await update(author, id, { body: { markdown: 'Before' } });
    expect({ status, text: body.body.markdown }).toEqual({ status: 200, text: 'Before' });
    expect(body.editedAt).toBeDefined();
  });

  it('is resolved and opened again by any user who may comment, which is no edit', async () => {
    const { id } = await author.comment('Done?');
    const resolved = (await update(other, id, { resolved: true })).body;
    expect(resolved).toMatchObject({ status: 'resolved', resolvedBy: { id: world.editor.id } });
    expect(resolved.editedAt).toBeUndefined();
    // A resolved comment does not change when it is resolved again.
    const again = (await update(admin, id, { resolved: true })).body;
    expect(again).toMatchObject({ resolvedAt: resolved.resolvedAt, resolvedBy: { id: world.editor.id } });
    const opened = (await update(author, id, { resolved: false })).body;
    expect(opened.status).toBe('open');
    expect(opened).not.toHaveProperty('resolvedAt');
    expect(opened).not.toHaveProperty('resolvedBy');
  });

  it("has reactions with users and times, of which each caller changes the caller's own", async () => {
    const { id } = await author.comment('Vote');
    await update(author, id, { addedReactions: ['👍'] });
    await update(author, id, { addedReactions: ['👍', '🎉'] });
    await update(other, id, { addedReactions: ['👍', '👍'] });
    const { reactions } = (await update(other, id, { removedReactions: ['🎉'] })).body;
    expect(reactions).toMatchObject([
      { emoji: '👍', count: 2, users: [{ user: { id: world.commenter.id } }, { user: { id: world.editor.id } }] },
      { emoji: '🎉', count: 1, users: [{ user: { id: world.commenter.id } }] },
    ]);
    expect(reactions[0]!.users.every(({ reactedAt }) => !Number.isNaN(Date.parse(reactedAt)))).toBe(true);
    const left = (await update(author, id, { removedReactions: ['👍', '🎉'] })).body.reactions;
    expect(left).toMatchObject([{ emoji: '👍', count: 1, users: [{ user: { id: world.editor.id } }] }]);
  });

  it('may be empty', async () => {
    const { status, body } = await author.call<Comment>('postCommentInSpace', {}, { body: { body: {} } });
    expect({ status, body: body.body }).toEqual({ status: 200, body: { markdown: '' } });
    expect((await update(author, body.id, { body: { markdown: 'Words' } })).body.body).toEqual({ markdown: 'Words' });
    expect((await update(author, body.id, { body: {} })).body.body).toEqual({ markdown: '' });
  });

  it('is deleted by its author or an administrator, with its replies', async () => {
    const { id } = await author.comment('Away');
    const { id: replyId } = await other.reply(id, 'Why?');
    await update(other, id, { addedReactions: ['👍'] });
    expect((await other.call('deleteCommentInSpace', { commentId: id })).status).toBe(403);
    expect((await author.call('deleteCommentInSpace', { commentId: id })).status).toBe(204);
    expect((await author.call('deleteCommentInSpace', { commentId: id })).status).toBe(204);
    const params = { commentId: id, commentReplyId: replyId };
    expect((await admin.call('getCommentReplyInSpace', params)).status).toBe(404);
    const mine = await author.comment('Mine');
    expect((await admin.call('deleteCommentInSpace', { commentId: mine.id })).status).toBe(204);
  });
});

describe('replies', () => {
  it('are listed from the oldest and counted by who wrote them', async () => {
    const { id: commentId } = await author.comment('Well?');
    const first = await other.reply(commentId, 'First');
    await author.reply(commentId, 'Second');
    const last = await other.reply(commentId, 'Third');
    const page = await admin.expect<Page<CommentReply>>(
      'listCommentRepliesInSpace',
      { commentId },
      { query: { limit: 2 } },
    );
    expect(page.items.map(({ body }) => body.markdown)).toEqual(['First', 'Second']);
    const rest = await admin.expect<Page<CommentReply>>(
      'listCommentRepliesInSpace',
      { commentId },
      { query: { limit: 2, page: page.next!.page } },
    );
    expect(rest).toMatchObject({ count: 3, items: [{ id: last.id }] });
    const { replies, repliers } = await get(commentId);
    expect(replies).toBe(3);
    expect(repliers).toMatchObject([
      { user: { id: world.editor.id }, count: 2, updatedAt: last.postedAt },
      { user: { id: world.commenter.id }, count: 1 },
    ]);
    expect(first.urls.location).toContain(`/comments/${commentId}/replies/${first.id}`);
  });

  it('are edited by their authors and deleted by them or an administrator', async () => {
    const { id: commentId } = await author.comment('Well?');
    const { id: commentReplyId } = await other.reply(commentId, 'Repl');
    const params = { commentId, commentReplyId };
    const body = { body: { markdown: 'Reply' } };
    expect((await author.call('updateCommentReplyInSpace', params, { body })).status).toBe(403);
    const edited = await other.expect<CommentReply>('updateCommentReplyInSpace', params, { body });
    expect(edited).toMatchObject({ body: { markdown: 'Reply' }, permissions: { edit: true } });
    const reacted = await author.expect<CommentReply>('updateCommentReplyInSpace', params, {
      body: { addedReactions: ['👀'] },
    });
    expect(reacted.reactions).toMatchObject([{ emoji: '👀', users: [{ user: { id: world.commenter.id } }] }]);
    expect((await author.call('deleteCommentReplyInSpace', params)).status).toBe(403);
    expect((await admin.call('deleteCommentReplyInSpace', params)).status).toBe(204);
    expect((await get(commentId)).replies).toBe(0);
  });

  it('are found under their own comment alone', async () => {
    const [one, two] = [await author.comment('One'), await author.comment('Two')];
    const { id: commentReplyId } = await author.reply(one.id, 'To one');
    const answer = await author.call('getCommentReplyInSpace', { commentId: two.id, commentReplyId });
    expect(answer.status).toBe(404);
    await author.call('deleteCommentReplyInSpace', { commentId: two.id, commentReplyId });
    expect((await get(one.id)).replies).toBe(1);
  });
});

it('stays on its block while the page is edited elsewhere', async () => {
  const page = world.pages.Home!;
  const second = await block(page, ({ nodes }) => JSON.stringify(nodes).includes('second paragraph'));
  const { id } = await author.comment('About the second', { page: page.id, node: second.key });
  const { id: changeRequestId } = await other.propose();
  const markdown = '# Home\n\nA new beginning.\n\nThe first paragraph, changed.\n\nThe second paragraph.\n';
  const changes = [{ operation: 'update_page', page: page.id, document: { markdown } }];
  await other.expect('updateChangeRequestContent', { changeRequestId }, { body: { changes } });
  const inside = { changeRequestId, pageId: page.id };
  const query = { format: 'document' };
  const draft = await other.expect<DocumentPage>('getPageInChangeRequestById', inside, { query });
  expect(draft.document!.nodes.find(({ key }) => key === second.key)).toMatchObject({ type: 'paragraph' });
  // The block can be commented on in the draft as well, one that is new there only there.
  const added = draft.document!.nodes.find(({ nodes }) => JSON.stringify(nodes).includes('new beginning'))!;
  const about = { body: { markdown: 'New?' }, page: page.id, node: added.key };
  expect((await author.call('postCommentInSpace', {}, { body: about })).status).toBe(400);
  expect((await author.call('postCommentInChangeRequest', { changeRequestId }, { body: about })).status).toBe(200);
  await admin.expect('mergeChangeRequest', { changeRequestId });
  const kept = await block(page, ({ key }) => key === second.key);
  expect(JSON.stringify(kept.nodes)).toContain('The second paragraph.');
  expect((await get(id)).target.node).toEqual({ id: second.key });
});

it('goes with its space when that is removed for good', async () => {
  const { id } = await admin.expect<Space>('createSpace', { organizationId: world.organization }, { body: {} });
  const inside = new SpaceClient(world, world.admin, id);
  const { id: commentId } = await inside.comment('Said');
  await inside.reply(commentId, 'Replied');
  await inside.propose();
  const content = world.platform.services.content.app;
  const gone = { organization: world.organization, aggregate: id, version: 0, payload: { space: id } };
  await content.get(Database).transaction(() => content.get(Outbox).add(spacePurged(gone)));
  const left = () =>
    world.records.query<{ count: number }>(
      `select ((select count(*) from change_requests.comment where space_id = $1)
         + (select count(*) from change_requests.change_request where space_id = $1)
         + (select count(*) from change_requests.space_counter where space_id = $1))::int as count`,
      [id],
    );
  await until(async () => (await left())[0]!.count === 0);
  const replies = await world.records.query(`select from change_requests.comment_reply where comment_id = $1`, [
    commentId,
  ]);
  expect(replies).toEqual([]);
});
