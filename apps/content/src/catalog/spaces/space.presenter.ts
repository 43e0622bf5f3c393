import { spacePermissions } from '@bindery/authorization';
import type { OwnSpace, Principal, AllProperties, Space } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import { presentGitSync } from './git-sync.presenter';
import { personsRole } from './space.policy';
import type { SpaceAccess } from './space.repository';

/** A space's address in the read-only view. */
export const appUrlOf = (publicUrl: string, organization: string, space: string): string =>
  `${publicUrl}/app/o/${organization}/s/${space}`;

/** A space without its counts, which the gateway adds. */
export function presentSpace({ space, revision, level }: SpaceAccess, caller: Principal, publicUrl: string): Space {
  const { id, organizationId, language, version, parentId, deletedAt, icon, gitSync } = space;
  const presented: AllProperties<OwnSpace> = {
    object: 'space',
    id,
    title: space.title,
    emoji: space.emoji,
    visibility: space.visibility,
    createdAt: space.createdAt.toISOString(),
    updatedAt: space.updatedAt.toISOString(),
    deletedAt: deletedAt?.toISOString(),
    editMode: space.editMode,
    mergeRules: space.mergeRules,
    urls: {
      location: `${publicUrl}/v1/spaces/${id}`,
      app: appUrlOf(publicUrl, organizationId, id),
      ...(icon && { icon }),
    },
    parent: parentId ?? undefined,
    organization: organizationId,
    language: language ?? undefined,
    gitSync: gitSync ? presentGitSync(gitSync) : undefined,
    revision,
    defaultLevel: space.defaultLevel,
    permissions: spacePermissions(level, personsRole(caller, organizationId)),
  };
  return withVersion(presented, version) as Space;
}
