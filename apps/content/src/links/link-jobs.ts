import { Injectable } from '@nestjs/common';
import {
  revisionCreated,
  spacePurged,
  spaceTransferred,
  type ContentTransferred,
  type EventEnvelope,
  type RevisionCreated,
  type SpaceLifecycle,
} from '@bindery/contracts';
import { JobQueue, Works, type JobContext, type JobKind } from '@bindery/jobs';
import { Consumes } from '@bindery/messaging';
import { mainBranch } from '../branches/branch.entity';
import { LinkIndexRepository } from './link-index.repository';
import { LinkIndexer } from './link-indexer';

/** Any number of revisions that wait are one job, as a run takes the newest. */
export const indexLinks: JobKind<{ space: string }, object, null> = { name: 'links.index', attempts: 20 };

/** Has the links of new revisions of main branches indexed in the background. */
@Injectable()
export class LinkJobs {
  constructor(
    private readonly jobs: JobQueue,
    private readonly indexer: LinkIndexer,
    private readonly index: LinkIndexRepository,
  ) {}

  @Consumes(revisionCreated, 'links')
  async revisionCreated({ organization, payload: { branch, space } }: EventEnvelope<RevisionCreated>): Promise<void> {
    if (branch !== mainBranch || !organization) return;
    await this.jobs.add(indexLinks, { organizationId: organization, input: { space }, key: space });
  }

  @Consumes(spacePurged, 'links_purge')
  async spacePurged({ organization }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    if (organization) await this.index.pruneAll(organization);
  }

  @Consumes(spaceTransferred, 'links_transfer')
  async spaceTransferred({ payload: { id, from, to } }: EventEnvelope<ContentTransferred>): Promise<void> {
    await this.jobs.add(indexLinks, { organizationId: to, input: { space: id }, key: id });
    await this.index.pruneAll(from);
  }

  @Works(indexLinks)
  async indexLinks({ space }: { space: string }, context: JobContext<object>): Promise<null> {
    await this.indexer.run(space, context);
    return null;
  }
}
