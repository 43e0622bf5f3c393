import { discussionPermissions, type DiscussionPermissions } from '@bindery/authorization';
import type { Principal } from '@bindery/contracts';
import { locationOf, type SpaceContext } from '../change-requests/space-contexts';
import type { DiscussionKey } from './comment.repository';

/** The comments of a space or a change request as their caller may use them. */
export interface Discussion {
  key: DiscussionKey;
  organization: string;
  /** The revision that the space shows. */
  head: string;
  /** The caller. */
  user: string;
  permissions: DiscussionPermissions;
  /** The API address of the space or the change request. */
  location: string;
}

export const discussionOf = (context: SpaceContext, { user }: Principal, publicUrl: string): Discussion => ({
  key: { space: context.space, changeRequest: context.changeRequest?.id ?? null },
  organization: context.organization,
  head: context.head,
  user,
  permissions: discussionPermissions(context.level),
  location: locationOf(context, publicUrl),
});
