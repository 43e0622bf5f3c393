import { call, internal } from '../core/endpoint';
import { Id } from '../core/fields';

export class WorkSpacesRef {
  @Id() organization!: string;
}

/** Not bounded: a list that is filtered by it has to be filtered by all of it. */
export class WorkSpaces {
  @Id({ array: { max: 1_000_000 } }) spaces!: string[];
}

/** For services that filter in SQL by what the caller may see: asked once a request. */
export const workSpaces = internal('content', {
  /** The spaces of an organization to which the caller has access of his own, as in `getSpaceAccess`. */
  listWorkSpaces: call({ body: WorkSpacesRef, returns: WorkSpaces }),
});
