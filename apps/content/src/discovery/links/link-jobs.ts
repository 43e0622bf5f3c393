import { Injectable } from '@nestjs/common';
import {
  spacePurged,
  spaceTransferred,
  type ContentTransferred,
  type EventEnvelope,
  type SpaceLifecycle,
} from '@bindery/contracts';
import { JobQueue, JobHandler, type JobContext } from '@bindery/jobs';
import { Consumes } from '@bindery/messaging';
import { indexLinks } from '../../catalog/spaces/index-jobs';
import { LinkIndexRepository } from './link-index.repository';
import { LinkIndexer } from './link-indexer';

/** Indexes the links of spaces in the background when there are many changes. */
@Injectable()
export class LinkJobs {
  constructor(
    private readonly jobs: JobQueue,
    private readonly indexer: LinkIndexer,
    private readonly index: LinkIndexRepository,
  ) {}

  @Consumes(spacePurged, 'links_purge')
  async spacePurged({ organization }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    if (organization) await this.index.pruneAll(organization);
  }

  @Consumes(spaceTransferred, 'links_transfer')
  async spaceTransferred({ payload: { id, from, to } }: EventEnvelope<ContentTransferred>): Promise<void> {
    await this.jobs.add(indexLinks, { organizationId: to, input: { space: id }, key: id });
    await this.index.pruneAll(from);
  }

  @JobHandler(indexLinks)
  async indexLinks({ space }: { space: string }, context: JobContext<object>): Promise<null> {
    await this.indexer.run(space, context);
    return null;
  }
}
