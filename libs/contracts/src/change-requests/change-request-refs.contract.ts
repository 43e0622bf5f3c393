import { call, internal } from '../core/endpoint';
import { Id, OneOf, Text } from '../core/fields';

export const changeRequestStatuses = ['draft', 'open', 'archived', 'merged'] as const;
export type ChangeRequestStatus = (typeof changeRequestStatuses)[number];

export class ResolveChangeRequest {
  @Id() space!: string;
  @Text({ max: 64, description: 'The id of the change request, or its number in decimal digits.' })
  changeRequest!: string;
}

/** A number always belongs to the same id, so callers may cache the id. They must not cache the status. */
export class ResolvedChangeRequest {
  @Id() id!: string;
  @OneOf(changeRequestStatuses) status!: ChangeRequestStatus;
}

/** For services that have checked that the caller may see the space. */
export const changeRequestRefs = internal('change-requests', {
  resolveChangeRequest: call({ body: ResolveChangeRequest, returns: ResolvedChangeRequest }),
});
