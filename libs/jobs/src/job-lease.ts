import type { Database } from '@bindery/persistence';
import { JobLostError } from './job-errors';

export interface Claimed<Input> {
  id: string;
  organization_id: string;
  input: Input;
  attempts: number;
}

const held = `where id = $1 and worker = $2 and state = 'running'`;

/** One worker's hold on one job. Every step of it throws `JobLostError`, and aborts `signal`, when the hold is gone. */
export class JobLease {
  private readonly lost = new AbortController();

  constructor(
    private readonly db: Database,
    private readonly id: string,
    private readonly worker: string,
    /** Milliseconds that it lasts without renewal. */
    private readonly duration: number,
  ) {}

  /**
   * Takes the job of the kind that has waited longest, or one whose worker let its lease run out. Of the jobs with one
   * key, one runs at a time.
   */
  static async claim<Input>(
    db: Database,
    kind: string,
    worker: string,
    duration: number,
  ): Promise<Claimed<Input> | undefined> {
    const [job] = await db.query<Claimed<Input>>(
      `update job set state = 'running', worker = $2, attempts = attempts + 1, started_at = coalesce(started_at, now()),
         lease_until = now() + $3 * interval '1 millisecond'
       where id = (
         select id from job where kind = $1 and run_after <= now()
           and (state = 'running' and lease_until < now()
             or state = 'pending' and not exists (
               select from job other where other.kind = $1 and other.key = job.key and other.state = 'running'))
         order by run_after, id limit 1 for update skip locked)
       returning id, organization_id, input, attempts`,
      [kind, worker, duration],
    );
    return job;
  }

  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /** Renews the lease and, where given, stores the progress. */
  renew(progress?: unknown): Promise<void> {
    return this.change(
      `lease_until = now() + $3 * interval '1 millisecond', progress = coalesce($4::jsonb, progress)`,
      this.duration,
      progress === undefined ? null : JSON.stringify(progress),
    );
  }

  complete(result: unknown): Promise<void> {
    return this.change(
      `state = 'completed', result = $3, error = null, ended_at = now(), lease_until = null`,
      JSON.stringify(result ?? null),
    );
  }

  fail(message: string): Promise<void> {
    return this.change(`state = 'failed', error = $3, ended_at = now(), lease_until = null`, message.slice(0, 2000));
  }

  /** Has the job tried again after as many seconds as it has had attempts. A job that waits under its key keeps the key. */
  postpone(message: string, attempts: number): Promise<void> {
    return this.change(
      `state = 'pending', error = $3, lease_until = null, run_after = now() + $4 * interval '1 second',
       key = case when exists (
         select from job waiting where waiting.kind = job.kind and waiting.key = job.key and waiting.state = 'pending')
         then null else key end`,
      message.slice(0, 2000),
      attempts,
    );
  }

  /** Gives the job back as it was before it was claimed: the next worker may have it at once. */
  async release(): Promise<void> {
    this.lost.abort(new JobLostError());
    await this.db.run(`update job set lease_until = 'epoch', attempts = attempts - 1 ${held}`, [this.id, this.worker]);
  }

  private async change(assignments: string, ...values: unknown[]): Promise<void> {
    this.lost.signal.throwIfAborted();
    const touched = await this.db.run(`update job set ${assignments} ${held}`, [this.id, this.worker, ...values]);
    if (touched === 1) return;
    this.lost.abort(new JobLostError());
    throw new JobLostError();
  }
}
