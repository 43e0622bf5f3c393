import type { Page } from '@bindery/contracts';
import type { TestOrganization } from '../support/test-organization';

const lists = [
  ...[
    'listSpacesInOrganizationById',
    'listCollectionsInOrganizationById',
    'listSites',
    'listMembersInOrganizationById',
  ],
  ...['listTeamsInOrganizationById', 'listOrganizationInviteLinks', 'listOpenAPISpecs'],
];

/** All of an organization that is outside change requests, as its administrator sees it, as text. */
export async function stateOf({
  api,
  organization: organizationId,
  admin: { token },
}: TestOrganization): Promise<string> {
  const read = <T>(operation: string, params: Record<string, string>) => api.expect<T>(operation, { token, params });
  const all = await Promise.all(lists.map((operation) => read<Page<{ id?: string }>>(operation, { organizationId })));
  const spaces = all[0]!.items as { id: string }[];
  const parts = spaces.map(({ id: spaceId }) =>
    Promise.all([
      read<{ id: string }>('getCurrentRevision', { spaceId }).then(({ id }) => id),
      read('listCommentsInSpace', { spaceId }),
      read('listUserPermissionsInSpace', { spaceId }),
    ]),
  );
  const organization = await read('getOrganizationById', { organizationId });
  return JSON.stringify([organization, all.map(({ items }) => items.map(settled)), await Promise.all(parts)]);
}

/** Drops the fields that change requests may change in a space: counts and times. */
function settled(item: object): object {
  const counted = /^(comments|changeRequests\w*|updatedAt|lastSeenAt)$/;
  return Object.fromEntries(Object.entries(item).filter(([name]) => !counted.test(name)));
}
