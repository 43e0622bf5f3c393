import { discussionPermissions, type DiscussionPermissions } from '@bindery/authorization';
import { ApiError, requires, type BodyFormat, type Principal } from '@bindery/contracts';
import type { SpaceContext } from '../change-requests/space-contexts';
import type { Viewer } from './comment.presenter';
import type { Thread } from './comment.repository';

/** A thread as the caller may use it. */
export interface ThreadContext {
  place: SpaceContext;
  principal: Principal;
  thread: Thread;
  permissions: DiscussionPermissions;
}

export const threadAt = (place: SpaceContext, principal: Principal): ThreadContext => ({
  place,
  principal,
  thread: { space: place.space, changeRequest: place.changeRequest?.id ?? null },
  permissions: discussionPermissions(place.level),
});

/** Throws 403 for callers who may see the content but not its comments. */
export function readableThread(place: SpaceContext, principal: Principal): ThreadContext {
  const at = threadAt(place, principal);
  requires(at.permissions.view);
  return at;
}

/** The API address of the space or the change request. */
export const locationOf = ({ space, changeRequest }: SpaceContext, publicUrl: string): string =>
  `${publicUrl}/v1/spaces/${space}${changeRequest ? `/change-requests/${changeRequest.id}` : ''}`;

export const viewerOf = ({ place, principal }: ThreadContext, publicUrl: string, format: BodyFormat): Viewer => ({
  user: principal.user,
  level: place.level,
  format,
  location: locationOf(place, publicUrl),
});

/** For deletes: undefined where there is nothing that the caller may see. */
export async function ifVisible<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 404) return undefined;
    throw error;
  });
}
