import { Injectable } from '@nestjs/common';
import { DecoratedMethods, Interval } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import type { JobKind } from './job-queue';
import { jobHandlerKey } from './job-handler';

const hour = 3_600_000;
const atOnce = 1_000;
/** The time for which operators can see how a job ended. */
const retention = `interval '7 days'`;

/** Removes jobs a week after their end, except those of kinds that are kept. */
@Injectable()
export class JobSweep {
  constructor(
    private readonly db: Database,
    private readonly methods: DecoratedMethods,
  ) {}

  /** Returns whether there may be more. */
  @Interval('sweep of jobs', hour)
  async step(): Promise<boolean> {
    const works = this.methods.find<JobKind<unknown, unknown, unknown>>(jobHandlerKey);
    const kinds = works.flatMap(({ metadata: { name, isKept } }) => (isKept ? [] : [name]));
    const removed = await this.db.run(
      `delete from job where id in (
         select id from job where kind = any($1) and ended_at < now() - ${retention} limit ${atOnce})`,
      [kinds],
    );
    return removed === atOnce;
  }
}
