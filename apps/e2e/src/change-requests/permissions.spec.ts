import { allEndpoints, type ChangedContent, type Revision } from '@bindery/contracts';
import { endpointOf, pathOf, type TestUser, SpaceClient, type DiscussionWorld } from '@bindery/testing';
import { callers, permissionTable, type Caller, type PermissionRow } from './permission-table';
import { createDiscussionWorld } from './discussion-world';

let world: DiscussionWorld;
let users: Record<Caller, TestUser>;
let author: SpaceClient;

beforeAll(async () => {
  world = await createDiscussionWorld();
  const { admin, reviewer, editor, commenter, reader, organization } = world;
  users = {
    author: await world.records.user({ [organization]: 'edit' }),
    ...{ admin, reviewer, editor, commenter, reader },
  };
  author = new SpaceClient(world, users.author);
});
afterAll(() => world.close());

const says = { body: { body: { markdown: 'Said' } } };

/** The ids that the row's operation needs, of objects made for it by the author. */
async function paramsOf({ operation, subject }: PermissionRow): Promise<Record<string, string>> {
  const proposed = /ChangeRequest|Review/.test(operation) && subject !== 'space';
  const place: Record<string, string> = proposed ? { changeRequestId: (await author.propose()).id } : {};
  if (subject === 'page of it') return { ...place, pageId: world.pages.Home!.id, pagePath: world.pages.Home!.path };
  if (subject === 'file of it') return { ...place, fileId: await file(place) };
  if (subject === 'reusable content of it') return { ...place, reusableContentId: await reusable(place) };
  if (subject === 'review') return { ...place, reviewId: await review(place) };
  if (subject === 'requested reviewer') return { ...place, userId: await requested(place) };
  if (subject !== 'comment' && subject !== 'reply') return place;
  const ending = proposed ? 'InChangeRequest' : 'InSpace';
  const { id: commentId } = await author.expect<{ id: string }>(`postComment${ending}`, place, says);
  const inComment = { ...place, commentId };
  if (subject === 'comment') return inComment;
  const { id } = await author.expect<{ id: string }>(`postCommentReply${ending}`, inComment, says);
  return { ...inComment, commentReplyId: id };
}

async function file(place: Record<string, string>): Promise<string> {
  const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  const files = [{ name: 'dot.svg', base64: picture, contentType: 'image/svg+xml' }];
  const request = { body: { changes: [{ operation: 'insert_files', files }] }, query: { compat: false } };
  const { insertedFiles } = await author.expect<ChangedContent>('updateChangeRequestContent', place, request);
  return insertedFiles![0]!.id;
}

async function reusable(place: Record<string, string>): Promise<string> {
  const { reusableContents } = await author.expect<Revision>('getRevisionOfChangeRequestById', place);
  return reusableContents[0]!.id;
}

async function review(place: Record<string, string>): Promise<string> {
  const reviewer = new SpaceClient(world, world.reviewer);
  const request = { body: { status: 'approved' } };
  return (await reviewer.expect<{ id: string }>('submitChangeRequestReview', place, request)).id;
}

async function requested(place: Record<string, string>): Promise<string> {
  const { id } = world.admin;
  await author.expect('requestReviewersForChangeRequest', place, { body: { users: [id] } });
  return id;
}

const named = permissionTable.map(
  (row) => [`${row.operation}${row.body ? ` ${JSON.stringify(row.body)}` : ''}`, row] as const,
);

/** Adds the ids of existing users, which cannot stand in a table. */
const bodyOf = ({ operation, body }: PermissionRow): object | undefined =>
  operation === 'requestReviewersForChangeRequest' ? { users: [world.admin.id] } : body;

it('has every operation of change requests, of comments and of edits', () => {
  const expected = allEndpoints().filter(
    ({ name, service, path }) =>
      (service === 'change-requests' && path.startsWith('/spaces/')) ||
      // Conversations of change requests come of tasks of agents, and are tested with those.
      (service !== 'ai-jobs' && path.includes('/change-requests/')) ||
      name === 'updateSpaceContent',
  );
  const rows = new Set(permissionTable.map(({ operation }) => operation));
  expect([...rows].sort()).toEqual(expected.map(({ name }) => name).sort());
});

it.each(named)('%s', async (_, row) => {
  const { operation, may } = row;
  const body = bodyOf(row);
  const { status: success, method, path } = endpointOf(operation);
  // A refused call leaves the object as it is for the next caller.
  const untouched = await paramsOf(row);
  for (const caller of callers) {
    const allowed = may.includes(caller);
    const params = allowed && method !== 'GET' ? await paramsOf(row) : untouched;
    const { status } = await new SpaceClient(world, users[caller]).call(operation, params, { body });
    expect({ caller, status }).toEqual({ caller, status: allowed ? success : 403 });
  }
  const params: Record<string, string> = { spaceId: world.space, ...untouched };
  // A guest without a grant and a member of another organization do not see the space.
  for (const outsider of [world.guest, world.otherAdmin]) {
    const { status } = await world.api.call(operation, { token: outsider.token, params, body });
    expect(status).toBe(method === 'DELETE' ? 204 : 404);
  }
  const anonymous = await world.api.send(method, pathOf({ path } as never, { params }), { body });
  expect(anonymous.status).toBe(401);
});

it('finds no user by the name of a property of every object', async () => {
  const place = { changeRequestId: (await author.propose()).id };
  for (const name of ['toString', 'constructor', '__proto__']) {
    const request = { body: { users: [name] } };
    const { status } = await author.call('requestReviewersForChangeRequest', place, request);
    expect({ name, status }).toEqual({ name, status: 400 });
  }
});

it('touches nothing where an outsider deletes', async () => {
  const { id: commentId } = await author.comment('Here to stay');
  const request = { params: { spaceId: world.space, commentId } };
  await world.api.expect('deleteCommentInSpace', { ...request, token: world.otherAdmin.token });
  expect((await author.call('getCommentInSpace', { commentId })).status).toBe(200);
});

it('is as strict for a public space', async () => {
  const visibility = (value: string) =>
    new SpaceClient(world, world.admin).expect('updateSpaceById', {}, { body: { visibility: value } });
  await visibility('public');
  const { id: changeRequestId } = await author.propose();
  const stranger = new SpaceClient(world, world.otherAdmin);
  expect((await stranger.call('getSpaceById')).status).toBe(200);
  for (const operation of ['listCommentsInSpace', 'listChangeRequestsForSpace', 'getChangeRequestById'])
    expect((await stranger.call(operation, { changeRequestId })).status).toBe(404);
  expect((await stranger.call('postCommentInSpace', {}, says)).status).toBe(404);
  await visibility('private');
});

it('says in the permissions of comments what is enforced', async () => {
  const { id: commentId } = await author.comment('May you?');
  for (const caller of callers.filter((one) => one !== 'reader')) {
    const by = new SpaceClient(world, users[caller]);
    const { permissions } = await by.expect<{ permissions: Record<string, boolean> }>('getCommentInSpace', {
      commentId,
    });
    const edit = await by.call('updateCommentInSpace', { commentId }, says);
    expect({ caller, edit: edit.status === 200 }).toEqual({ caller, edit: permissions.edit });
    const reply = await by.call('postCommentReplyInSpace', { commentId }, says);
    expect({ caller, reply: reply.status === 200 }).toEqual({ caller, reply: permissions.reply });
  }
});
