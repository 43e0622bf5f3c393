import { Injectable } from '@nestjs/common';
import {
  branchEdited,
  branchMerged,
  type BranchEdited,
  type BranchMerged,
  type EventEnvelope,
} from '@bindery/contracts';
import { Consumes, Outbox } from '@bindery/messaging';
import { changeRequestMerged, changeRequestUpdated } from '../change-requests/change-request.events';
import { ChangeRequestRepository, type ChangeRequestRow } from '../change-requests/change-request.repository';

/** Records on change requests what content has done with their branches. */
@Injectable()
export class Merges {
  constructor(
    private readonly requests: ChangeRequestRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Records once that the change request, which the caller has locked, is merged. */
  async note(request: ChangeRequestRow, revision: string, organization: string | null, actor?: string): Promise<void> {
    if (request.status === 'merged') return;
    const version = await this.requests.update(request.id, { status: 'merged' });
    const merged: ChangeRequestRow = { ...request, status: 'merged', version };
    await this.outbox.add(changeRequestMerged(merged, { organization, actor }, revision));
  }

  /** Records that the content of a change request has changed. */
  async touch(request: ChangeRequestRow, organization: string | null): Promise<void> {
    const version = await this.requests.update(request.id, {});
    await this.outbox.add(changeRequestUpdated({ ...request, version }, { organization }));
  }

  /** Records a merge that this service did not record itself, for example after a crash. A live edit has no change request. */
  @Consumes(branchMerged, 'merges')
  async merged({ organization, payload }: EventEnvelope<BranchMerged>): Promise<void> {
    const { space, changeRequest, revision, actor } = payload;
    const request = await this.requests.lock({ spaceId: space, id: changeRequest });
    if (request) await this.note(request, revision, organization, actor);
  }

  @Consumes(branchEdited, 'edits', { batchSize: 32 })
  async edited({ payload: { space, changeRequest, actor } }: EventEnvelope<BranchEdited>): Promise<void> {
    this.requests.edited(space, changeRequest, actor);
  }
}
