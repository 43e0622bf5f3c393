import { Injectable } from '@nestjs/common';
import { JobQueue, type JobKind } from '@bindery/jobs';

/** One job for any number of waiting revisions, as a run takes the newest. */
export const indexSpace: JobKind<{ space: string }, object, null> = { name: 'search.index', attempts: 20 };

/** As above. */
export const indexLinks: JobKind<{ space: string }, object, null> = { name: 'links.index', attempts: 20 };

/** Starts the jobs that update the search and link indexes of a space's main branch. */
@Injectable()
export class IndexJobs {
  constructor(private readonly jobs: JobQueue) {}

  async add(organizationId: string, space: string): Promise<void> {
    for (const kind of [indexSpace, indexLinks])
      await this.jobs.add(kind, { organizationId, input: { space }, key: space });
  }
}
