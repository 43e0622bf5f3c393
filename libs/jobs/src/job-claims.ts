import { randomUUID } from 'node:crypto';
import type { Database } from '@bindery/persistence';
import { JobLease, type ClaimedJob } from './job-lease';

interface ClaimRequest {
  kind: string;
  resolve: (job: ClaimedJob<never> | undefined) => void;
  reject: (error: unknown) => void;
}

/** Milliseconds within which all workers claim that wake for the same reason. */
const claimWindow = 2;

/** Claims jobs for the workers of a process. Workers of several kinds that wake together share one statement. */
export class JobClaims {
  private asking: ClaimRequest[] = [];

  constructor(
    private readonly db: Database,
    /** Milliseconds that a lease lasts without renewal. */
    private readonly duration: number,
  ) {}

  claim<Input>(kind: string): Promise<ClaimedJob<Input> | undefined> {
    return new Promise((resolve, reject) => {
      if (this.asking.length === 0) setTimeout(() => void this.answer(), claimWindow);
      this.asking.push({ kind, resolve, reject });
    });
  }

  private async answer(): Promise<void> {
    const asking = this.asking;
    this.asking = [];
    try {
      const kinds = asking.map(({ kind }) => kind);
      const jobs = await JobLease.claimEach(this.db, kinds, { worker: randomUUID(), duration: this.duration });
      for (const { kind, resolve } of asking) resolve(jobs.get(kind));
    } catch (error) {
      for (const { reject } of asking) reject(error);
    }
  }
}
