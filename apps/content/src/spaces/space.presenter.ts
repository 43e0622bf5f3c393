import { spacePermissions, type Level } from '@bindery/authorization';
import type { OwnSpace, Space } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import type { SpaceEntity } from './space.entity';

/** A space's address in the read-only view. */
export const appUrlOf = (publicUrl: string, organization: string, space: string): string =>
  `${publicUrl}/app/o/${organization}/s/${space}`;

/** A space as content knows it; the gateway adds the counts. `revision` is the head of its main branch. */
export function presentSpace(space: SpaceEntity, revision: string, level: Level, publicUrl: string): Space {
  const { id, organizationId, language, version, parentId, deletedAt, icon } = space;
  const presented: OwnSpace = {
    object: 'space',
    id,
    title: space.title,
    emoji: space.emoji,
    visibility: space.visibility,
    createdAt: space.createdAt.toISOString(),
    updatedAt: space.updatedAt.toISOString(),
    ...(deletedAt && { deletedAt: deletedAt.toISOString() }),
    editMode: space.editMode,
    mergeRules: space.mergeRules,
    urls: {
      location: `${publicUrl}/v1/spaces/${id}`,
      app: appUrlOf(publicUrl, organizationId, id),
      ...(icon && { icon }),
    },
    ...(parentId && { parent: parentId }),
    organization: organizationId,
    ...(language && { language }),
    revision,
    defaultLevel: space.defaultLevel,
    permissions: spacePermissions(level),
  };
  return withVersion(presented, version) as Space;
}
