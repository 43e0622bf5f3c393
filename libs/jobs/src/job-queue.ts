import { Injectable } from '@nestjs/common';
import { Database, newId, type KeysetPosition } from '@bindery/persistence';
import { JobEntity } from './job.entity';

/**
 * The number of jobs of a kind that run side by side. Jobs whose input has `large: true` may take only some of the places, so
 * that small jobs never wait for a large one to end.
 */
export interface SideBySide {
  /** The places in one process of the service. */
  perProcess: number;
  largePerProcess: number;
  /** The jobs of one organization that run in all processes together. Organizations with fewer running jobs go first. */
  perOrganization: number;
  largePerOrganization: number;
}

/** A kind of job, with the types of its input, its progress and its result. */
export interface JobKind<Input, Progress, Result> {
  name: string;
  /** The attempts after which the job fails. */
  attempts: number;
  /** The API shows its jobs, so they stay as long as their object. Other jobs are deleted a week after their end. */
  isKept?: true;
  /** Default: one at a time in each process. */
  sideBySide?: SideBySide;
  /** Types only. */
  readonly types?: { input: Input; progress: Progress; result: Result };
}

interface NewJob<Input> {
  organizationId: string;
  input: Input;
  id?: string;
  /** No job is added while another one of the kind waits with the same key. */
  key?: string;
}

type JobOf<K> = K extends JobKind<infer I, infer P, infer R> ? JobEntity<I, P, R> : never;

/** The queue of a service's long work: jobs are added in the transaction of their cause, and workers do them. */
@Injectable()
export class JobQueue {
  private readonly listeners: ((kind: string) => void)[] = [];

  constructor(private readonly db: Database) {}

  /**
   * Adds a job. Returns its id, or undefined if one with the key waits already. In a transaction, no worker takes that one before
   * the commit: it would do its work without what the transaction changes.
   */
  async add<I, P, R>(
    kind: JobKind<I, P, R>,
    { organizationId, input, id = newId(), key }: NewJob<I>,
  ): Promise<string | undefined> {
    const { inTransaction } = this.db;
    // The update locks the job that waits, which workers then skip.
    const [job] = await this.db.query<{ id: string }>(
      `insert into job (id, kind, organization_id, key, input) values ($1, $2, $3, $4, $5)
       on conflict (kind, key) where state = 'pending' and key is not null
       do ${inTransaction ? 'update set key = excluded.key' : 'nothing'} returning id`,
      [id, kind.name, organizationId, key ?? null, JSON.stringify(input)],
    );
    const isAdded = job?.id === id;
    if (isAdded || inTransaction) this.db.afterCommit(() => this.announce(kind.name));
    return isAdded ? id : undefined;
  }

  private announce(kind: string): void {
    for (const listener of this.listeners) listener(kind);
  }

  /** Calls `listener` with the kind of each job that is added in this process, or that workers have skipped meanwhile. */
  onAdded(listener: (kind: string) => void): void {
    this.listeners.push(listener);
  }

  find<I, P, R>(kind: JobKind<I, P, R>, organizationId: string, id: string): Promise<JobOf<JobKind<I, P, R>> | null> {
    return this.db.manager.findOneBy(JobEntity, { id, organizationId, kind: kind.name }) as Promise<JobOf<
      JobKind<I, P, R>
    > | null>;
  }

  /** Jobs of a kind, newest first. */
  list<I, P, R>(
    kind: JobKind<I, P, R>,
    organizationId: string,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<JobOf<JobKind<I, P, R>>[]> {
    const query = this.db.manager
      .createQueryBuilder(JobEntity, 'j')
      .where('j.organizationId = :organizationId and j.kind = :kind', { organizationId, kind: kind.name });
    if (after) query.andWhere('(j.createdAt, j.id) < (:value::timestamptz, :id)', after);
    return query.orderBy('j.createdAt', 'DESC').addOrderBy('j.id', 'DESC').limit(limit).getMany() as Promise<
      JobOf<JobKind<I, P, R>>[]
    >;
  }

  count<I, P, R>(kind: JobKind<I, P, R>, organizationId: string): Promise<number> {
    return this.db.manager.countBy(JobEntity, { organizationId, kind: kind.name });
  }

  /** Cancels a job that has not ended. Its worker notices at the next heartbeat. Returns whether it was cancelled. */
  async cancel(id: string): Promise<boolean> {
    const cancelled = await this.db.run(
      `update job set state = 'cancelled', ended_at = now(), lease_until = null where id = $1 and state in ('pending', 'running')`,
      [id],
    );
    return cancelled === 1;
  }
}
