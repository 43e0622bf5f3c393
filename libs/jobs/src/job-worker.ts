import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Loop } from '@bindery/messaging';
import { runWithoutDeadline, within, type Logger, type Metrics, type Span, type Tracing } from '@bindery/observability';
import { Database } from '@bindery/persistence';
import { JobInputError, JobLostError } from './job-errors';
import type { JobClaims } from './job-claims';
import { JobLease, type ClaimedJob } from './job-lease';
import { JobPlaces } from './job-places';
import type { JobKind } from './job-queue';

/** In milliseconds. */
export interface JobTimes {
  /** The time for which a lease lasts without renewal. */
  lease: number;
  heartbeat: number;
  /** The time between two searches for a job when nothing announces one. */
  poll: number;
  /** The time for which a stopping worker waits until the code of its job notices. */
  grace: number;
}

export const defaultTimes: JobTimes = { lease: 10_000, heartbeat: 3_000, poll: 1_000, grace: 2_000 };

/** The interface of a job's code to its worker. */
export interface JobContext<Progress> {
  id: string;
  organizationId: string;
  /** Counts from 1. */
  attempt: number;
  /** Aborted when the work has to end, for long steps that report no progress. */
  signal: AbortSignal;
  /** Stores the progress. Throws `JobLostError` when the work has to end. */
  report(progress: Progress): Promise<void>;
  /** Runs the last step, together with the job's completion, in one transaction, unless the job was lost. */
  complete<R>(finish: () => Promise<R>): Promise<R>;
}

export type JobMethod<I, P, R> = (input: I, context: JobContext<P>) => Promise<R>;

/** A method that is told of a job whose last attempt ended with the death of its worker, in the transaction that fails the job. */
export type GivenUpMethod<I> = (input: I) => Promise<void>;

/** Milliseconds between two searches of a worker that is not woken. `JobRunner` wakes workers for which there is a job. */
const lookAnyway = 60_000;

/** Claims and does jobs of one kind, one at a time. Where they run side by side, a process has several workers. */
export class JobWorker<I, P, R> {
  private readonly loop: Loop;
  private stopped = false;
  private current?: JobLease;

  constructor(
    private readonly kind: JobKind<I, P, R>,
    private readonly handle: JobMethod<I, P, R>,
    private readonly db: Database,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly claims: JobClaims,
    private readonly times: JobTimes = defaultTimes,
    private readonly tracing?: Tracing,
    private readonly places = new JobPlaces(),
    /** Called with each job that it claims, because the next one may be for another worker. */
    private readonly onTaken: (worker: JobWorker<I, P, R>) => void = () => undefined,
    private readonly onGivenUp: GivenUpMethod<I> = () => Promise.resolve(),
  ) {
    this.loop = new Loop(`jobs ${kind.name}`, () => this.step(), { every: lookAnyway, logger });
  }

  get isBusy(): boolean {
    return this.current !== undefined;
  }

  /** Searches for a job, now or after the current one. */
  wake(): void {
    this.loop.wake();
  }

  start(): void {
    this.loop.start();
  }

  /**
   * Claims no more jobs and returns the current one to the queue for another worker. The code of the job ends with `JobLostError`
   * at its next report.
   */
  async stop(): Promise<void> {
    this.stopped = true;
    const ended = this.loop.stop();
    await this.current?.release().catch(() => undefined);
    await Promise.race([ended, sleep(this.times.grace, undefined, { ref: false })]);
  }

  private async step(): Promise<boolean> {
    const { kind, times, claims, db } = this;
    const job = await this.places.claim((takesLarge) =>
      kind.sideBySide
        ? JobLease.claim<I>(db, kind.name, kind.sideBySide, { worker: randomUUID(), duration: times.lease, takesLarge })
        : claims.claim<I>(kind.name),
    );
    if (!job) return false;
    try {
      this.onTaken(this);
      return await this.hold(job);
    } finally {
      this.places.release(job);
    }
  }

  private async hold(job: ClaimedJob<I>): Promise<boolean> {
    const lease = new JobLease(this.db, job.id, job.worker, this.times.lease);
    if (this.stopped) {
      await lease.release();
      return false;
    }
    this.current = lease;
    const heart = setInterval(() => void lease.renew().catch(() => undefined), this.times.heartbeat).unref();
    const span = this.tracing?.span(`job ${this.kind.name}`, {
      kind: 'internal',
      attributes: { 'bindery.job': job.id },
    });
    let more = true;
    const work = (of?: Span) =>
      runWithoutDeadline({ requestId: job.id, operation: this.kind.name, span: of }, async () => {
        more = await this.work(job, lease);
      });
    const end = this.metrics.jobs.startTimer({ kind: this.kind.name });
    try {
      await (span ? within(span, work) : work());
      end({ outcome: 'completed' });
    } catch (error) {
      end({ outcome: 'failed' });
      await this.failed(job, lease, error);
    } finally {
      clearInterval(heart);
      this.current = undefined;
    }
    return more;
  }

  /** Returns whether another job of the kind is due. */
  private async work(job: ClaimedJob<I>, lease: JobLease): Promise<boolean> {
    if (job.attempts > this.kind.attempts) throw new JobInputError(`Given up after ${this.kind.attempts} attempts`);
    let more: boolean | undefined;
    const result = await this.handle(job.input, {
      id: job.id,
      organizationId: job.organization_id,
      attempt: job.attempts,
      signal: lease.signal,
      report: (progress) => lease.renew(progress),
      complete: async (finish) => {
        const { finished, next } = await this.db.transaction(async () => {
          const finished = await finish();
          const next = await lease.complete(finished);
          return { finished, next };
        });
        more = next;
        return finished;
      },
    });
    return more ?? lease.complete(result);
  }

  private async failed({ id, attempts, input }: ClaimedJob<I>, lease: JobLease, error: unknown): Promise<void> {
    // Steps that the signal aborted throw other errors.
    if (error instanceof JobLostError || lease.signal.aborted) return;
    if (error instanceof JobInputError) {
      this.logger.info({ job: id, kind: this.kind.name, reason: error.message }, 'A job failed for its input');
      if (attempts <= this.kind.attempts) return lease.fail(error.message);
      return this.db.transaction(async () => {
        await lease.fail(error.message);
        await this.onGivenUp(input);
      });
    }
    this.logger.warn({ err: error, job: id, kind: this.kind.name, attempts }, 'A job failed');
    const message = 'Internal error; the log has the details under the job id';
    return attempts >= this.kind.attempts ? lease.fail(message) : lease.postpone(message, attempts);
  }
}
