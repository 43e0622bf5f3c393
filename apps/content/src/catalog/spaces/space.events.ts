import * as contracts from '@bindery/contracts';
import type { SpaceEntity } from './space.entity';

type SpaceRow = Pick<SpaceEntity, 'id' | 'organizationId' | 'version'>;

export const spaceVisibilityUpdated = (space: SpaceEntity, previousVisibility: contracts.Visibility) =>
  contracts.spaceVisibilityUpdated({
    ...contentOf(space),
    payload: { space: space.id, previousVisibility, visibility: space.visibility },
  });

/** Gets the space as it was before; the deletion raises its version. */
export const spaceDeleted = (space: SpaceRow) =>
  contracts.spaceDeleted({ ...contentOf(contracts.raiseVersion(space)), payload: { space: space.id } });

/** Gets the space as it was before; the restoration raises its version. */
export const spaceRestored = (space: SpaceRow) =>
  contracts.spaceRestored({ ...contentOf(contracts.raiseVersion(space)), payload: { space: space.id } });

export const spacePurged = (organization: string, space: string) =>
  contracts.spacePurged({ organization, aggregate: space, version: 0, payload: { space } });

export const spaceTransferred = (space: string, from: string, to: string) =>
  contracts.spaceTransferred({ organization: to, aggregate: space, version: 0, payload: { id: space, from, to } });

const contentOf = ({ id, organizationId, version }: SpaceRow) => ({
  organization: organizationId,
  aggregate: id,
  version,
});
