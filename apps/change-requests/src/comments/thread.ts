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

export const threadOf = (context: SpaceContext, { user }: Principal, publicUrl: string): Thread => ({
  key: { space: context.space, changeRequest: context.changeRequest?.id ?? null },
  organization: context.organization,
  head: context.head,
  user,
  permissions: discussionPermissions(context.level),
  location: locationOf(context, publicUrl),
});
