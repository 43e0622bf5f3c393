import { Injectable } from '@nestjs/common';
import { JobQueue, type JobKind } from '@bindery/jobs';

/** Any number of revisions that wait are one job, as a run takes the newest. */
export const indexSpace: JobKind<{ space: string }, object, null> = { name: 'search.index', attempts: 20 };

/** As above. */
export const indexLinks: JobKind<{ space: string }, object, null> = { name: 'links.index', attempts: 20 };

/** Has what a space's main branch holds found by search and by links, by jobs. */
@Injectable()
export class IndexJobs {
  constructor(private readonly jobs: JobQueue) {}

  async add(organizationId: string, space: string): Promise<void> {
    for (const kind of [indexSpace, indexLinks])
      await this.jobs.add(kind, { organizationId, input: { space }, key: space });
  }
}
