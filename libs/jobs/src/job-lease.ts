import type { Database } from '@bindery/persistence';
import { JobLostError } from './job-errors';
import type { SideBySide } from './job-queue';

export interface ClaimedJob<Input> {
  id: string;
  organization_id: string;
  input: Input;
  attempts: number;
  /** The id of the worker that holds the lease. */
  worker: string;
}

interface Claim {
  worker: string;
  /** Milliseconds that the lease lasts without renewal. */
  duration: number;
  takesLarge?: boolean;
}

/**
 * Whether a job waits for an attempt, in SQL. One that waits for another attempt before the next job of its key is running without
 * a worker.
 */
export const isWaiting = (job: string): string =>
  `(${job}.state = 'pending' or ${job}.state = 'running' and ${job}.worker is null)`;

const held = `where id = $1 and worker = $2 and state = 'running'`;

/** The lease of a worker on a job. Every method throws `JobLostError`, and aborts `signal`, when the lease is lost. */
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
   * Claims the job of a kind that has waited longest, or one whose lease has expired. Jobs with the same key run one at a time.
   * Where jobs of the kind run side by side, organizations with fewer running jobs go first.
   */
  static claim<Input>(
    db: Database,
    name: string,
    { perOrganization, largePerOrganization }: SideBySide,
    { worker, duration, takesLarge = true }: Claim,
  ): Promise<ClaimedJob<Input> | undefined> {
    return db.transaction(async () => {
      // Without the lock, two concurrent claims would both find the last place free.
      await db.query(`select pg_advisory_xact_lock(hashtextextended('jobs ' || $1, 0))`, [name]);
      const [job] = await db.query<ClaimedJob<Input>>(taken(fairest), [
        name,
        worker,
        duration,
        perOrganization,
        takesLarge ? largePerOrganization : 0,
      ]);
      return job;
    });
  }

  /** Claims one job of each kind, by kind, for kinds whose jobs run one at a time in each process. */
  static async claimEach(
    db: Database,
    kinds: readonly string[],
    { worker, duration }: Claim,
  ): Promise<Map<string, ClaimedJob<never>>> {
    const jobs = await db.query<ClaimedJob<never> & { kind: string }>(taken(longestWaiting), [kinds, worker, duration]);
    return new Map(jobs.map(({ kind, ...job }) => [kind, job]));
  }

  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /** Renews the lease, and stores the progress if there is one. */
  renew(progress?: unknown): Promise<void> {
    return this.change(
      `lease_until = now() + $3 * interval '1 millisecond', progress = coalesce($4::jsonb, progress)`,
      this.duration,
      progress === undefined ? null : JSON.stringify(progress),
    );
  }

  /** Completes the job. Returns whether another job of the kind is due. */
  async complete(result: unknown): Promise<boolean> {
    this.lost.signal.throwIfAborted();
    const [ended] = await this.db.query<{ more: boolean }>(
      `update job set state = 'completed', result = $3, error = null, ended_at = now(), lease_until = null ${held}
       returning exists (
         select from job next where next.kind = job.kind and next.state = 'pending' and next.run_after <= now()) as more`,
      [this.id, this.worker, JSON.stringify(result ?? null)],
    );
    if (!ended) throw this.gone();
    return ended.more;
  }

  fail(message: string): Promise<void> {
    return this.change(`state = 'failed', error = $3, ended_at = now(), lease_until = null`, message.slice(0, 2000));
  }

  /**
   * Schedules another attempt, after as many seconds as there were attempts. While another job waits under its key, it stays
   * running without a worker, so that the other one waits for its end.
   */
  postpone(message: string, attempts: number): Promise<void> {
    return this.change(
      `error = $3, worker = null, run_after = now() + $4 * interval '1 second',
       (state, lease_until) = (
         select case when count(*) > 0 then 'running' else 'pending' end,
           case when count(*) > 0 then now() + $4 * interval '1 second' end
         from job waiting where waiting.kind = job.kind and waiting.key = job.key and waiting.state = 'pending')`,
      message.slice(0, 2000),
      attempts,
    );
  }

  /** Returns the job to the queue as it was before it was claimed. Another worker may claim it at once. */
  async release(): Promise<void> {
    this.lost.abort(new JobLostError());
    await this.db.run(`update job set lease_until = 'epoch', attempts = attempts - 1 ${held}`, [this.id, this.worker]);
  }

  private async change(assignments: string, ...values: unknown[]): Promise<void> {
    this.lost.signal.throwIfAborted();
    const touched = await this.db.run(`update job set ${assignments} ${held}`, [this.id, this.worker, ...values]);
    if (touched !== 1) throw this.gone();
  }

  private gone(): JobLostError {
    const error = new JobLostError();
    this.lost.abort(error);
    return error;
  }
}

const isDue = (job: string, kind: string): string => `${job}.kind = ${kind} and ${job}.run_after <= now()
  and (${job}.state = 'running' and ${job}.lease_until < now()
    or ${job}.state = 'pending' and not exists (
      select from job other where other.kind = ${kind} and other.key = ${job}.key and other.state = 'running'))`;

const isLarge = (job: string): string => `coalesce(${job}.input -> 'large' = 'true', false)`;

/** The job of each of the kinds $1 that has waited longest. */
const longestWaiting = `
  select next.id from unnest($1::text[]) as wanted (kind) cross join lateral (
    select due.id from job due where ${isDue('due', 'wanted.kind')}
    order by due.run_after, due.id limit 1 for update of due skip locked) next`;

/** The next job of the kind $1. $4 is the maximum of running jobs of one organization, $5 the maximum of large ones. */
const fairest = `
  select waiting.id from job waiting
  left join (
    select organization_id, count(*) as jobs, count(*) filter (where ${isLarge('busy')}) as large from job busy
    where kind = $1 and state = 'running' and lease_until >= now() group by organization_id) work using (organization_id)
  where ${isDue('waiting', '$1')} and coalesce(work.jobs, 0) < $4 and (not ${isLarge('waiting')} or coalesce(work.large, 0) < $5)
  order by coalesce(work.jobs, 0), waiting.run_after, waiting.id limit 1 for update of waiting skip locked`;

/** Leases the chosen jobs to the worker $2, for $3 milliseconds. */
const taken = (chosen: string): string => `
  with chosen as materialized (${chosen})
  update job set state = 'running', worker = $2, attempts = attempts + 1, started_at = coalesce(started_at, now()),
    lease_until = now() + $3 * interval '1 millisecond'
  from chosen where job.id = chosen.id
  returning job.id, job.kind, job.organization_id, job.input, job.attempts, job.worker`;
