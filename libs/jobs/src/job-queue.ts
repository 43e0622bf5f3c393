import { Injectable } from '@nestjs/common';
import { Database, newId, type After } from '@bindery/persistence';
import { JobEntity } from './job.entity';

/**
 * How many jobs of a kind run side by side. A job is large whose input has `large: true`: the places that those may not
 * take are left to small ones, which then never wait for a large one to end.
 */
export interface SideBySide {
  /** In one process of the service. */
  perProcess: number;
  largePerProcess: number;
  /** Of one organization, in all processes together. Those of others that have fewer at work go first. */
  perOrganization: number;
  largePerOrganization: number;
}

/** A kind of job, with what goes in, what is reported on the way and what comes out. */
export interface JobKind<Input, Progress, Result> {
  name: string;
  /** Attempts before the job is failed. */
  attempts: number;
  /** The API shows its jobs: they stay as long as the object they belong to. Others are deleted a week after they ended. */
  isKept?: true;
  /** One at a time in each process, where nothing is said. */
  sideBySide?: SideBySide;
  /** Types only. */
  readonly types?: { input: Input; progress: Progress; result: Result };
}

interface NewJob<Input> {
  organizationId: string;
  input: Input;
  id?: string;
  /** When a job of the kind with this key waits already, no second one is made. */
  key?: string;
}

type JobOf<K> = K extends JobKind<infer I, infer P, infer R> ? JobEntity<I, P, R> : never;

/** Long work of a service: asked for in the transaction of its cause, done by workers, visible meanwhile. */
@Injectable()
export class JobQueue {
  private readonly listeners: ((kind: string) => void)[] = [];

  constructor(private readonly db: Database) {}

  /** Adds a job; answers its id, or undefined when one with the key waits already. */
  async add<I, P, R>(
    kind: JobKind<I, P, R>,
    { organizationId, input, id = newId(), key }: NewJob<I>,
  ): Promise<string | undefined> {
    const added = await this.db.run(
      `insert into job (id, kind, organization_id, key, input) values ($1, $2, $3, $4, $5)
       on conflict (kind, key) where state = 'pending' and key is not null do nothing`,
      [id, kind.name, organizationId, key ?? null, JSON.stringify(input)],
    );
    if (added) this.db.afterCommit(() => this.announce(kind.name));
    return added ? id : undefined;
  }

  private announce(kind: string): void {
    for (const listener of this.listeners) listener(kind);
  }

  /** Calls `listener` with the kind of each job that is added in this process. */
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
    after: After | undefined,
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

  /** Stops a job that has not ended; a worker that holds it notices with its next heartbeat. Answers whether it was stopped. */
  async cancel(id: string): Promise<boolean> {
    const cancelled = await this.db.run(
      `update job set state = 'cancelled', ended_at = now(), lease_until = null where id = $1 and state in ('pending', 'running')`,
      [id],
    );
    return cancelled === 1;
  }
}
