import { allEndpoints } from '@bindery/contracts';
import {
  hasPublicShapes,
  operationShapeErrors,
  operationsWithShape,
  publicShapeErrors,
  withoutPublicShapes,
} from '@bindery/testing';
import { example } from '../contract/examples';
import { createWorld, type World } from '../support/world';

const whereKnown = hasPublicShapes ? describe : describe.skip;
if (!hasPublicShapes) process.stdout.write(`${withoutPublicShapes}\n`);

const built = new Set(allEndpoints().map(({ name }) => name));
const operations = hasPublicShapes ? operationsWithShape().filter((name) => built.has(name)) : ['none'];
/** Operations that the specification does not list, with the public shape of what they answer. */
const companions = Object.entries({
  getAuthenticatedUser: 'User',
  getUserById: 'User',
  updateUserById: 'User',
  createOrganization: 'Organization',
  createSpace: 'Space',
  createOrganizationInvite: 'InviteLinkToOrganization',
  getOrganizationInviteLink: 'OrganizationInviteLink',
  updateOrganizationInviteById: 'OrganizationInviteLink',
  getSubdomain: 'Subdomain',
  getIntegrationInstallationById: 'IntegrationInstallation',
  updateIntegrationInstallation: 'IntegrationInstallation',
  installIntegrationOnSpace: 'IntegrationSpaceInstallation',
  getIntegrationSpaceInstallation: 'IntegrationSpaceInstallation',
  updateIntegrationSpaceInstallation: 'IntegrationSpaceInstallation',
  getIntegrationSiteInstallation: 'IntegrationSiteInstallation',
  updateIntegrationSiteInstallation: 'IntegrationSiteInstallation',
  getChangeRequestChanges: 'RevisionSemanticChanges',
  getRevisionSemanticChanges: 'RevisionSemanticChanges',
  getReusableContentById: 'RevisionReusableContent',
  getDocumentById: 'JSONDocument',
  updateChangeRequestContent: 'ChangeRequest',
  getChangeRequestReviewById: 'ChangeRequestReview',
  submitChangeRequestReview: 'ChangeRequestReview',
  getCommentReplyInChangeRequest: 'CommentReply',
  updateCommentReplyInChangeRequest: 'CommentReply',
});

/** Such operations that answer a list: where it stands, and the shape of what it holds. */
const companionLists = [
  ['getReviewsByChangeRequestId', 'items', 'ChangeRequestReview'],
  ['getRequestedReviewersByChangeRequestId', 'items', 'ChangeRequestRequestedReviewer'],
  ['requestReviewersForChangeRequest', 'users', 'ChangeRequestRequestedReviewer'],
  ['getContributorsByChangeRequestId', 'items', 'ChangeRequestUserContributor'],
  ['listCommentRepliesInSpace', 'items', 'CommentReply'],
  ['listCommentersInChangeRequest', 'items', 'OrganizationMember'],
  ['listUserPermissionsInSpace', 'items', 'UserContentPermission'],
  ['listPermissionsAggregateInSpace', 'items', 'UserContentPermission'],
  ['listUserPermissionsInCollection', 'items', 'UserContentPermission'],
  ['listPermissionsAggregateInCollection', 'items', 'UserContentPermission'],
  ['listOrganizationInviteLinks', 'items', 'OrganizationInviteLink'],
] as const;

whereKnown('the public shape of the answer', () => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld({ ORGANIZATION_BILLING: 'yearly', ORGANIZATION_BLOCKED: 'Moved' });
  });
  afterAll(() => world.close());

  const answer = async (name: string): Promise<unknown> => {
    const request = { ...(await example(world, name)), token: world.admin.token };
    return JSON.parse(JSON.stringify(await world.api.expect(name, request))) as unknown;
  };

  it.each(operations)('is that of %s', async (name) => {
    expect(operationShapeErrors(name, await answer(name))).toEqual([]);
  });

  it.each(companions)('is that of %s', async (name, type) => {
    expect(publicShapeErrors(type, await answer(name))).toEqual([]);
  });

  it.each(companionLists)('is that of what %s lists', async (name, list, type) => {
    const items = ((await answer(name)) as Record<string, unknown[]>)[list]!;
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(publicShapeErrors(type, item)).toEqual([]);
  });

  it('is that of teams with their roles', async () => {
    const { items } = (await answer('listTeamPermissionsInSpace')) as {
      items: { permission: string; team: unknown }[];
    };
    expect(items.length).toBeGreaterThan(0);
    for (const { permission, team } of items) {
      expect(publicShapeErrors('MemberRole', permission)).toEqual([]);
      expect(publicShapeErrors('OrganizationTeam', team)).toEqual([]);
    }
  });

  it.each([
    ['a space', 'createSpace', 'space', 'InviteLinkToSpace'],
    ['a collection', 'createCollection', 'collection', 'InviteLinkToCollection'],
  ])('is that of a link to %s', async (_, make, name, type) => {
    const request = { token: world.admin.token, params: { organizationId: world.organization } };
    const { id } = await world.api.expect<{ id: string }>(make, { ...request, body: {} });
    const link = await world.api.expect('createOrganizationInvite', {
      ...request,
      body: { [name]: id, level: 'edit' },
    });
    expect(publicShapeErrors(type, link)).toEqual([]);
  });

  it('is missed by what differs from it', async () => {
    const member = (await answer('getMemberInOrganizationById')) as Record<string, unknown>;
    expect(publicShapeErrors('OrganizationMember', member)).toEqual([]);
    expect(publicShapeErrors('OrganizationMember', { ...member, role: 'owner' })).not.toEqual([]);
    expect(publicShapeErrors('OrganizationMember', { ...member, joinedAt: 'today' })).not.toEqual([]);
    expect(publicShapeErrors('OrganizationMember', { ...member, spaces: '0' })).not.toEqual([]);
    expect(publicShapeErrors('OrganizationMember', { ...member, user: undefined })).not.toEqual([]);
    expect(operationShapeErrors('listTeamsInOrganizationById', { items: [member] })).not.toEqual([]);
  });
});
