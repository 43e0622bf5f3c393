import type {
  ChangeRequest,
  Collection,
  CollectionPermissions,
  MemberRole,
  Space,
  SpacePermissions,
} from '@bindery/contracts';
import { type ApiRequest, endpointOf, type TestUser, sharing } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';
import { example } from '../contract/examples';

const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

let world: TestOrganization;
let make: ReturnType<typeof sharing>;
beforeAll(async () => {
  world = await createTestOrganization();
  make = sharing(world);
});
afterAll(() => world.close());

/** An operation that a permission stands for, with what has to be there before, made by an administrator. */
type Deed = [operation: string, prepare: (id: string) => ApiRequest | Promise<ApiRequest>];

const change = { operation: 'insert_page', document: { markdown: '# More\n' } };
const inSpace =
  (body?: object) =>
  (spaceId: string): ApiRequest => ({ params: { spaceId }, ...(body && { body }) });
const inCollection =
  (body?: object) =>
  (collectionId: string): ApiRequest => ({ params: { collectionId }, ...(body && { body }) });
const below = (parent: string): ApiRequest => ({ params: { organizationId: world.organization }, body: { parent } });

/** In a change request of an administrator's that can be merged. */
const inChangeRequest =
  (body?: object) =>
  async (spaceId: string): Promise<ApiRequest> => {
    const { token } = world.admin;
    const { id } = await world.api.expect<ChangeRequest>('createChangeRequest', {
      token,
      params: { spaceId },
      body: { subject: 'More' },
    });
    const params = { spaceId, changeRequestId: id };
    await world.api.expect('updateChangeRequestContent', { token, params, body: { changes: [change] } });
    return { params, ...(body && { body }) };
  };
const link = (target: 'space' | 'collection') => (id: string) => ({
  params: { organizationId: world.organization },
  body: { [target]: id, level: 'read' },
});

/** Every permission of a space has its operations, which the type sees to. */
const ofSpace: Record<keyof SpacePermissions, Deed[]> = {
  view: [['getSpaceById', inSpace()]],
  access: [
    ['getCurrentRevision', inSpace()],
    ['listPages', inSpace()],
    ['listFiles', inSpace()],
    ['exportSpace', inSpace()],
  ],
  admin: [
    ['updateSpaceById', inSpace({ title: 'Another' })],
    ['listUserPermissionsInSpace', inSpace()],
    ['listPermissionsAggregateInSpace', inSpace()],
  ],
  viewInviteLinks: [['createOrganizationInvite', link('space')]],
  edit: [
    ['updateSpaceContent', inSpace({ changes: [change] })],
    ['createChangeRequest', inSpace({ subject: 'More' })],
    ['updateChangeRequestContent', inChangeRequest({ changes: [change] })],
    ['updateChangeRequestById', inChangeRequest({ subject: 'Less' })],
  ],
  // No server listens there: the synchronisation fails after it was allowed.
  triggerGitSync: [['importGitRepository', inSpace({ url: 'https://127.0.0.1:9/x.git', ref: 'main' })]],
  comment: [
    ['listCommentsInSpace', inSpace()],
    ['postCommentInSpace', inSpace({ body: { markdown: 'Well.' } })],
    ['postCommentInChangeRequest', inChangeRequest({ body: { markdown: 'Well.' } })],
  ],
  merge: [['mergeChangeRequest', inChangeRequest()]],
  review: [['submitChangeRequestReview', inChangeRequest({ status: 'approved' })]],
  // Guests do not see what the organization has installed.
  installIntegration: [
    [
      'installIntegrationOnSpace',
      async (space) => ({ ...(await example(world, 'installIntegrationOnSpace')), body: { space } }),
    ],
  ],
};

const ofCollection: Record<keyof CollectionPermissions, Deed[]> = {
  view: [
    ['getCollectionById', inCollection()],
    ['listSpacesInCollectionById', inCollection()],
  ],
  admin: [
    ['updateCollectionById', inCollection({ title: 'Another' })],
    ['listUserPermissionsInCollection', inCollection()],
    ['listPermissionsAggregateInCollection', inCollection()],
  ],
  viewInviteLinks: [['createOrganizationInvite', link('collection')]],
  create: [
    ['createSpace', below],
    ['createCollection', below],
  ],
};

/** Where the caller's level comes from. */
const sources: Record<
  string,
  (role: MemberRole, user: TestUser, space: string, collection: string) => Promise<unknown>
> = {
  'a role of their own there': async (role, { id }, space, collection) => [
    await make.onSpace(space, { users: [id], role }),
    await make.onCollection(collection, { users: [id], role }),
  ],
  'a role of their team there': async (role, user, space, collection) => {
    const team = await make.team(user);
    await make.onSpace(space, { teams: [team], role });
    await make.onCollection(collection, { teams: [team], role });
  },
};

const long = process.env.BINDERY_TEST === 'long';

const membership = { member: 'read', guest: null } as const;
const cases = (['member', 'guest'] as const).flatMap((who) =>
  Object.keys(sources)
    .slice(0, long ? undefined : 1)
    .map((source) => [who, source] as const),
);

describe.each(cases)('a %s by %s', (who, source) => {
  it.each(roles)('with %s gets the permissions that are enforced', async (role) => {
    const [space, collection] = [await make.space(), await make.collection()];
    const user = await world.records.user({ [world.organization]: membership[who] });
    await sources[source]!(role, user, space.id, collection.id);
    const { token } = user;
    const told = await Promise.all([
      world.api.expect<Space>('getSpaceById', { token, params: { spaceId: space.id } }),
      world.api.expect<Collection>('getCollectionById', { token, params: { collectionId: collection.id } }),
    ]);
    const [shownSpace, shownCollection] = told.map(({ permissions }) => ({ ...permissions }));
    expect({
      space: await enforced(ofSpace, space.id, token),
      collection: await enforced(ofCollection, collection.id, token),
    }).toEqual({ space: expected(ofSpace, shownSpace!), collection: expected(ofCollection, shownCollection!) });
  });
});

type Results = Record<string, Record<string, boolean>>;

/** Which of the operations the caller may call. */
async function enforced(deeds: Record<string, Deed[]>, id: string, token: string): Promise<Results> {
  const results: Results = {};
  for (const [permission, operations] of Object.entries(deeds)) {
    results[permission] = {};
    for (const [operation, prepare] of operations) {
      const { status } = await world.api.call(operation, { ...(await prepare(id)), token });
      const refusals = permission === 'installIntegration' ? [403, 404] : [403];
      // Any other status would not tell whether the caller is allowed.
      expect([
        operation,
        [endpointOf(operation).status, 200, ...refusals].includes(status) ? status : `not ${status}`,
      ]).toEqual([operation, status]);
      results[permission][operation] = !refusals.includes(status);
    }
  }
  return results;
}

const expected = (deeds: Record<string, Deed[]>, permissions: Record<string, boolean>): Results =>
  Object.fromEntries(
    Object.entries(deeds).map(([permission, operations]) => [
      permission,
      Object.fromEntries(operations.map(([operation]) => [operation, permissions[permission]!])),
    ]),
  );
