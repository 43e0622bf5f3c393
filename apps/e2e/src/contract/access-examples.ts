import type { TestOrganization } from '../support/test-organization';
import type { Example } from './example';
import { newOrganization } from './identity-examples';

type Target = 'space' | 'collection';

const made = async (world: TestOrganization, operation: string, body: object): Promise<string> => {
  const params = { organizationId: world.organization };
  return (await world.api.expect<{ id: string }>(operation, { token: world.admin.token, params, body })).id;
};

const targetOf = async (world: TestOrganization, target: Target): Promise<Record<string, string>> =>
  target === 'space'
    ? { spaceId: await made(world, 'createSpace', { title: 'Shared' }) }
    : { collectionId: await made(world, 'createCollection', { title: 'Shared' }) };

/** A space or collection on which a member and a team were given roles. */
async function shared(world: TestOrganization, target: Target) {
  const params = await targetOf(world, target);
  const { id: userId } = await world.records.user({ [world.organization]: 'read' });
  const teamId = await made(world, 'createOrganizationTeam', { title: 'Example' });
  await world.api.expect(target === 'space' ? 'inviteToSpace' : 'inviteToCollection', {
    token: world.admin.token,
    params,
    body: { users: [userId], teams: [teamId], role: 'edit' },
  });
  return { params, userId, teamId };
}

const invited = async (world: TestOrganization, target: Target): Promise<Example> => ({
  params: await targetOf(world, target),
  body: {
    users: [world.reader.id],
    teams: [await made(world, 'createOrganizationTeam', { title: 'Example' })],
    role: 'edit',
  },
});
const listed = async (world: TestOrganization, target: Target): Promise<Example> => ({
  params: (await shared(world, target)).params,
});
const user = async (world: TestOrganization, target: Target): Promise<Example> => {
  const { params, userId } = await shared(world, target);
  return { params: { ...params, userId } };
};
const team = async (world: TestOrganization, target: Target): Promise<Example> => {
  const { params, teamId } = await shared(world, target);
  return { params: { ...params, teamId } };
};
const withRole =
  (of: typeof user) =>
  async (world: TestOrganization, target: Target): Promise<Example> => ({
    ...(await of(world, target)),
    body: { role: 'review' },
  });

const makersOf = (target: Target, name: 'Space' | 'Collection') => {
  const of = (make: typeof user) => (world: TestOrganization) => make(world, target);
  return {
    [`inviteTo${name}`]: of(invited),
    [`listUserPermissionsIn${name}`]: of(listed),
    [`updateUserPermissionIn${name}`]: of(withRole(user)),
    [`removeUserFrom${name}`]: of(user),
    [`listTeamPermissionsIn${name}`]: of(listed),
    [`updateTeamPermissionIn${name}`]: of(withRole(team)),
    [`removeTeamFrom${name}`]: of(team),
    [`listPermissionsAggregateIn${name}`]: of(listed),
  };
};

export const accessMakers = { ...makersOf('space', 'Space'), ...makersOf('collection', 'Collection') };

const transferred =
  (target: Target) =>
  async (world: TestOrganization): Promise<Example> => ({
    params: await targetOf(world, target),
    body: { organization: await newOrganization(world) },
  });

export const transferMakers = {
  transferSpace: transferred('space'),
  transferCollection: transferred('collection'),
  listSpacesForOrganizationMember: ({ organization, reader }: TestOrganization): Example => ({
    params: { organizationId: organization, userId: reader.id },
  }),
};
