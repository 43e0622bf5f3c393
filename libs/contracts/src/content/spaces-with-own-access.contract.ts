import { call, internal } from '../core/endpoint';
import { Id } from '../core/fields';

class OrganizationRef {
  @Id() organization!: string;
}

/** Not bounded, because the caller filters its lists by all of these spaces. */
export class SpacesWithOwnAccess {
  @Id({ array: { max: 1_000_000 } }) spaces!: string[];
}

/** For services that filter in SQL by the spaces that the caller may see: they call it once in a request. */
export const spacesWithOwnAccess = internal('content', {
  /** The spaces of an organization to which the caller has own access, as in `getSpaceAccess`. Named as in release 0.1.0. */
  listWorkSpaces: call({ body: OrganizationRef, returns: SpacesWithOwnAccess }),
});
