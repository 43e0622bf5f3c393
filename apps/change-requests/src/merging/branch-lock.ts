import { Injectable } from '@nestjs/common';
import { ApiError, notFound } from '@bindery/contracts';
import { Database, newId } from '@bindery/persistence';
import { BranchWorkRepository } from '../change-requests/branch-work.repository';
import { ChangeRequestRepository, type ChangeRequestRow } from '../change-requests/change-request.repository';
import { requiresActive } from '../change-requests/status-changes';
import { KeyedMutex } from '../change-requests/keyed-mutex';

/** Has content work on a branch while nothing else ends its change request. */
@Injectable()
export class BranchLock {
  /** Serialises the work on one branch, so that requests do not wait for each other in content. */
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly requests: ChangeRequestRepository,
    private readonly work: BranchWorkRepository,
    private readonly db: Database,
  ) {}

  /**
   * Asks content, and notes its answer in one transaction with the end of the work; `note` gets the change request locked.
   * Throws 409 where it was archived or merged meanwhile.
   */
  hold<A, T>(
    changeRequest: ChangeRequestRow,
    ask: () => Promise<A>,
    note: (request: ChangeRequestRow, answer: A) => Promise<T>,
  ): Promise<T> {
    return this.mutex.run(changeRequest.id, () => this.next(changeRequest, ask, note));
  }

  private async next<A, T>(
    changeRequest: ChangeRequestRow,
    ask: () => Promise<A>,
    note: (request: ChangeRequestRow, answer: A) => Promise<T>,
  ): Promise<T> {
    const id = newId();
    await this.db.transaction(async () => {
      requiresActive(await this.lock(changeRequest));
      await this.work.begin(id, changeRequest.id);
    });
    const answer = await ask().catch(async (error: unknown) => {
      // After a refusal nothing is under way; after anything else that is not known, until it expires.
      if (error instanceof ApiError && error.code < 500) await this.work.end(id);
      throw error;
    });
    return this.db.transaction(async () => {
      const result = await note(await this.lock(changeRequest), answer);
      await this.work.end(id);
      return result;
    });
  }

  private async lock(changeRequest: ChangeRequestRow): Promise<ChangeRequestRow> {
    const request = await this.requests.lock(changeRequest);
    if (!request) throw notFound('Change request');
    return request;
  }
}
