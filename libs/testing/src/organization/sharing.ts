import type { Collection, MemberRole, Page, Space } from '@bindery/contracts';
import type { TestUser } from './test-records';
import type { TestOrganization } from './test-organization';

/** Makes and shares spaces and collections as the first organization's administrator. */
export const sharing = (world: TestOrganization) => {
  const admin = { token: world.admin.token };
  const params = { organizationId: world.organization };
  return {
    space: (body: object = {}) => world.api.expect<Space>('createSpace', { ...admin, params, body }),
    collection: (body: object = {}) => world.api.expect<Collection>('createCollection', { ...admin, params, body }),
    team: async (...members: TestUser[]) =>
      (
        await world.api.expect<{ id: string }>('createOrganizationTeam', {
          ...admin,
          params,
          body: { title: 'Team', members: members.map(({ id }) => id) },
        })
      ).id,
    guest: () => world.records.user({ [world.organization]: null }),
    onSpace: (spaceId: string, body: object) =>
      world.api.call('inviteToSpace', { ...admin, params: { spaceId }, body }),
    onCollection: (collectionId: string, body: object) =>
      world.api.call('inviteToCollection', { ...admin, params: { collectionId }, body }),
    /** The role of a user on a space; null where it is not visible. */
    levelOf: async (user: TestUser, spaceId: string): Promise<MemberRole | null> => {
      const { status, body } = await world.api.call<Space>('getSpaceById', {
        token: user.token,
        params: { spaceId },
      });
      return status === 404 ? null : levelIn(body);
    },
    visibleTo: async (user: TestUser) =>
      (await world.api.expect<Page<Space>>('listSpacesInOrganizationById', { token: user.token, params })).items.map(
        ({ id }) => id,
      ),
  };
};

/** The highest level that a space's permissions show. */
export function levelIn({ permissions: { admin, review, edit, comment } }: Space): MemberRole {
  return admin ? 'admin' : review ? 'review' : edit ? 'edit' : comment ? 'comment' : 'read';
}
