import { discussionPermissions, type DiscussionPermissions } from '@bindery/authorization';
import type { Principal } from '@bindery/contracts';
import { locationOf, type SpaceContext } from '../change-requests/space-contexts';
import type { ThreadKey } from './comment.repository';

/** The comments of a space or a change request as their caller may use them. */
export interface Thread {
  key: ThreadKey;
  organization: string;
  /** The revision that the space shows. */
  head: string;
  /** The caller. */
  user: string;
  permissions: DiscussionPermissions;
  /** The API address of the space or the change request. */
  location: string;
}

export const threadOf = (place: SpaceContext, { user }: Principal, publicUrl: string): Thread => ({
  key: { space: place.space, changeRequest: place.changeRequest?.id ?? null },
  organization: place.organization,
  head: place.head,
  user,
  permissions: discussionPermissions(place.level),
  location: locationOf(place, publicUrl),
});
