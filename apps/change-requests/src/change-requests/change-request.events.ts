import * as contracts from '@bindery/contracts';
import type { ChangeRequestRow } from './change-request.repository';

/** The organization in which a change was made, and its user where that is not the caller. */
interface ChangeOrigin {
  organization: string | null;
  actor?: string;
}

/** The events of a change request get it as it is after the change. */
export const changeRequestCreated = (request: ChangeRequestRow, origin: ChangeOrigin, agentTask?: string) =>
  contracts.changeRequestCreated({
    ...contentOf(request, origin),
    payload: { ...payloadOf(request), agentTask },
  });

export const changeRequestUpdated = (request: ChangeRequestRow, origin: ChangeOrigin) =>
  contracts.changeRequestUpdated({ ...contentOf(request, origin), payload: payloadOf(request) });

/** `revision` is main's after the merge. */
export const changeRequestMerged = (request: ChangeRequestRow, origin: ChangeOrigin, revision: string) =>
  contracts.changeRequestMerged({ ...contentOf(request, origin), payload: { ...payloadOf(request), revision } });

/** `users` were not requested before. */
export const reviewersRequested = (request: ChangeRequestRow, origin: ChangeOrigin, users: string[]) =>
  contracts.reviewersRequested({ ...contentOf(request, origin), payload: { ...payloadOf(request), users } });

export const reviewerRemoved = (request: ChangeRequestRow, origin: ChangeOrigin, user: string) =>
  contracts.reviewerRemoved({
    ...contentOf(request, origin),
    payload: { space: request.spaceId, changeRequest: request.id, user },
  });

const contentOf = ({ id, version }: ChangeRequestRow, { organization, actor }: ChangeOrigin) => ({
  organization,
  aggregate: id,
  version,
  actor,
});

const payloadOf = ({ spaceId, id, number, status, subject }: ChangeRequestRow): contracts.ChangeRequestChanged => ({
  space: spaceId,
  changeRequest: id,
  number,
  status,
  subject,
});
