import { Injectable } from '@nestjs/common';
import { ApiError, notFound } from '@bindery/contracts';
import { Database, newId } from '@bindery/persistence';
import { BranchWorkRepository } from '../change-requests/branch-work.repository';
import { ChangeRequestRepository, type ChangeRequestRow } from '../change-requests/change-request.repository';
import { requiresActive } from '../change-requests/status-changes';
import { KeyedMutex } from '../change-requests/keyed-mutex';

/** Keeps a change request from being archived or merged while content works on its branch. */
@Injectable()
export class BranchLock {
  /** By change request: requests for one branch wait here, and not in content. */
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly requests: ChangeRequestRepository,
    private readonly work: BranchWorkRepository,
    private readonly db: Database,
  ) {}

  /**
   * Calls content with `ask`. Then one transaction locks the change request, stores the answer with `note` and ends the work.
   * Throws 409 for a change request that is archived or merged.
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
      // A refusal (4xx) ends the work. After any other error content may still work, so the row stays until it expires.
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
