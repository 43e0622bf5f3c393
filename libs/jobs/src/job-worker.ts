import { randomUUID } from 'node:crypto';
import { Loop } from '@bindery/messaging';
import { runInContext, type Logger } from '@bindery/observability';
import { Database } from '@bindery/persistence';
import type { JobKind, JobQueue } from './job-queue';

const leaseSeconds = 10;
const heartbeatEvery = 3_000;
const pollEvery = 1_000;

/** The job is not this worker's any more: it was cancelled, or its lease ran out and another has it. */
export class JobLostError extends Error {
  constructor() {
    super('The job was cancelled or taken over');
    this.name = 'JobLostError';
  }
}

/** An error of the job's input: trying again would not help, and the message is for the one who asked. */
export class JobInputError extends Error {}

/** What a job's code does with the outside. */
export interface JobContext<Progress> {
  id: string;
  organizationId: string;
  attempt: number;
  /** Stores how far it is. Throws `JobLostError` when the work is to end. */
  report(progress: Progress): Promise<void>;
  /** Runs the last step, together with the job's completion, in one transaction, unless the job was lost. */
  complete<R>(finish: () => Promise<R>): Promise<R>;
}

export type JobHandler<I, P, R> = (input: I, context: JobContext<P>) => Promise<R>;

interface Claimed {
  id: string;
  organization_id: string;
  input: unknown;
  attempts: number;
}

/** Takes jobs of one kind, one at a time, and does them. */
export class JobWorker<I, P, R> {
  private readonly worker = randomUUID();
  private readonly loop: Loop;

  constructor(
    private readonly kind: JobKind<I, P, R>,
    private readonly handle: JobHandler<I, P, R>,
    private readonly db: Database,
    queue: JobQueue,
    private readonly logger: Logger,
  ) {
    this.loop = new Loop(`jobs ${kind.name}`, () => this.step(), { every: pollEvery, logger });
    queue.onAdded(() => this.loop.wake());
  }

  start(): void {
    this.loop.start();
  }

  /** Ends after the current job's step; a job that is not finished is taken up by the next worker. */
  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async step(): Promise<boolean> {
    const job = await this.claim();
    if (!job) return false;
    const heart = setInterval(() => void this.renew(job.id).catch(() => undefined), heartbeatEvery);
    try {
      await runInContext(
        { requestId: job.id, operation: this.kind.name, deadline: Number.MAX_SAFE_INTEGER, hops: 0 },
        () => this.work(job),
      );
    } catch (error) {
      await this.failed(job, error);
    } finally {
      clearInterval(heart);
    }
    return true;
  }

  private async claim(): Promise<Claimed | undefined> {
    const [job] = await this.db.query<Claimed>(
      `update job set state = 'running', worker = $2, attempts = attempts + 1, lease_until = now() + interval '${leaseSeconds} seconds',
         started_at = coalesce(started_at, now())
       where id = (
         select id from job where kind = $1 and run_after <= now()
           and (state = 'pending' or (state = 'running' and lease_until < now()))
         order by run_after, id limit 1 for update skip locked)
       returning id, organization_id, input, attempts`,
      [this.kind.name, this.worker],
    );
    return job;
  }

  private async work(job: Claimed): Promise<void> {
    if (job.attempts > this.kind.attempts) throw new JobInputError(`Given up after ${this.kind.attempts} attempts`);
    const state = { completed: false };
    const result = await this.handle(job.input as I, {
      id: job.id,
      organizationId: job.organization_id,
      attempt: job.attempts,
      report: (progress) => this.renew(job.id, progress),
      complete: async (finish) => {
        const finished = await this.db.transaction(async () => {
          const result = await finish();
          await this.end(job.id, result);
          return result;
        });
        state.completed = true;
        return finished;
      },
    });
    if (!state.completed) await this.end(job.id, result);
  }

  private async renew(id: string, progress?: P): Promise<void> {
    const held = await this.db.run(
      `update job set lease_until = now() + interval '${leaseSeconds} seconds', progress = coalesce($3::jsonb, progress)
       where id = $1 and worker = $2 and state = 'running'`,
      [id, this.worker, progress === undefined ? null : JSON.stringify(progress)],
    );
    if (!held) throw new JobLostError();
  }

  private async end(id: string, result: unknown): Promise<void> {
    const held = await this.db.run(
      `update job set state = 'completed', result = $3, ended_at = now(), lease_until = null where id = $1 and worker = $2 and state = 'running'`,
      [id, this.worker, JSON.stringify(result ?? null)],
    );
    if (!held) throw new JobLostError();
  }

  private async failed({ id, attempts }: Claimed, error: unknown): Promise<void> {
    if (error instanceof JobLostError) return;
    const final = error instanceof JobInputError || attempts >= this.kind.attempts;
    this.logger[final && error instanceof JobInputError ? 'info' : 'warn'](
      { err: error, job: id, kind: this.kind.name, attempts },
      'A job failed',
    );
    const message =
      error instanceof JobInputError ? error.message : 'Internal error; the log has the details under the job id';
    await this.db.run(
      final
        ? `update job set state = 'failed', error = $3, ended_at = now(), lease_until = null where id = $1 and worker = $2 and state = 'running'`
        : `update job set state = 'pending', error = $3, key = null, lease_until = null, run_after = now() + interval '1 second' * attempts
           where id = $1 and worker = $2 and state = 'running'`,
      [id, this.worker, message.slice(0, 2000)],
    );
  }
}
