import { Injectable } from '@nestjs/common';
import { conflict, type ChangeRequestStatus } from '@bindery/contracts';
import type { ChangeRequestRow } from './change-request.repository';
import { BranchWorkRepository } from './branch-work.repository';

/** The statuses that may follow each status. `merged` is not among them, because only a merge sets it. */
const transitions: Record<ChangeRequestStatus, readonly ChangeRequestStatus[]> = {
  draft: ['draft', 'open', 'archived'],
  open: ['open', 'draft', 'archived'],
  archived: ['archived', 'draft', 'open'],
  merged: [],
};

/** Whether it can still be edited and merged. */
export const isActive = ({ status }: Pick<ChangeRequestRow, 'status'>): boolean =>
  transitions[status].includes('archived') && status !== 'archived';

/** Throws 409 for a change request that is archived or merged. */
export function requiresActive(request: Pick<ChangeRequestRow, 'status'>): void {
  if (!isActive(request)) throw conflict(`The change request is ${request.status}`);
}

/** Decides whether a change request, locked by the caller, may be changed. */
@Injectable()
export class StatusChanges {
  constructor(private readonly work: BranchWorkRepository) {}

  /** Throws 409 for a status that may not follow, and for any change of a merged change request. */
  async check({ id, status }: ChangeRequestRow, wanted: ChangeRequestStatus = status): Promise<void> {
    if (!transitions[status].includes(wanted)) {
      throw conflict(
        status === wanted || status === 'merged'
          ? `The change request is ${status}`
          : `A change request that is ${status} cannot become ${wanted}`,
      );
    }
    if (wanted === 'archived' && (await this.work.isUnderWay(id)))
      throw conflict('The change request is being merged or updated; try again later');
  }
}
