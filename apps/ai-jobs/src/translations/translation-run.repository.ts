import { Injectable } from '@nestjs/common';
import { JobEntity } from '@bindery/jobs';
import { Database, type KeysetPosition } from '@bindery/persistence';
import { translationJob, type TranslationRunRow } from './translation.job';

/** Runs of one translation: jobs. */
@Injectable()
export class TranslationRunRepository {
  constructor(private readonly db: Database) {}

  async find(translation: string, id: string): Promise<TranslationRunRow | undefined> {
    const run = await this.of(translation).andWhere('j.id = :id', { id }).getOne();
    return (run as TranslationRunRow | null) ?? undefined;
  }

  /** The newest first. */
  list(translation: string, after: KeysetPosition | undefined, limit: number): Promise<TranslationRunRow[]> {
    const query = this.of(translation);
    if (after) query.andWhere('(j.createdAt, j.id) < (:value::timestamptz, :id)', after);
    return query.orderBy('j.createdAt', 'DESC').addOrderBy('j.id', 'DESC').limit(limit).getMany() as Promise<
      TranslationRunRow[]
    >;
  }

  count(translation: string): Promise<number> {
    return this.of(translation).getCount();
  }

  /** Cancels all runs that have not ended. */
  async cancelAll(translation: string): Promise<void> {
    await this.db.run(
      `update job set state = 'cancelled', ended_at = now(), lease_until = null
       where kind = 'translation' and input ->> 'translation' = $1 and state in ('pending', 'running')`,
      [translation],
    );
  }

  private of(translation: string) {
    return this.db.manager
      .createQueryBuilder(JobEntity, 'j')
      .where(`j.kind = :kind and j.input ->> 'translation' = :translation`, { kind: translationJob.name, translation });
  }
}
