import { Injectable } from '@nestjs/common';
import {
  branchEdited,
  branchMerged,
  changeRequestMerged,
  changeRequestUpdated,
  type BranchEdited,
  type BranchMerged,
  type EventEnvelope,
} from '@bindery/contracts';
import { Consumes, Outbox } from '@bindery/messaging';
import { changedIn } from '../change-requests/change-request.presenter';
import { ChangeRequestRepository, type ChangeRequestRow } from '../change-requests/change-request.repository';

/** Notes what content has done with the branches of change requests. */
@Injectable()
export class Merges {
  constructor(
    private readonly requests: ChangeRequestRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Records once that the change request, which the caller has locked, is merged. */
  async note(request: ChangeRequestRow, revision: string, organization: string | null, actor?: string): Promise<void> {
    if (request.status === 'merged') return;
    await this.requests.update(request.id, { status: 'merged' });
    const merged: ChangeRequestRow = { ...request, status: 'merged', version: request.version + 1 };
    await this.outbox.add(changeRequestMerged, {
      organization,
      aggregate: merged.id,
      version: merged.version,
      ...(actor && { actor }),
      payload: { ...changedIn(merged), revision },
    });
  }

  /** Its content is another now. */
  async touch(request: ChangeRequestRow, organization: string | null): Promise<void> {
    await this.requests.update(request.id, {});
    await this.outbox.add(changeRequestUpdated, {
      organization,
      aggregate: request.id,
      version: request.version + 1,
      payload: changedIn(request),
    });
  }

  /** Finishes a merge after which this service did not come to note it. Live edits are merged without a change request. */
  @Consumes(branchMerged, 'merges')
  async merged({ organization, payload }: EventEnvelope<BranchMerged>): Promise<void> {
    const { space, changeRequest, revision, actor } = payload;
    const request = await this.requests.lock({ spaceId: space, id: changeRequest });
    if (request) await this.note(request, revision, organization, actor);
  }

  @Consumes(branchEdited, 'edits', { atOnce: 32 })
  async edited({ payload: { space, changeRequest, actor } }: EventEnvelope<BranchEdited>): Promise<void> {
    this.requests.edited(space, changeRequest, actor);
  }
}
