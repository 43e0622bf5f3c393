import { Inject, Injectable } from '@nestjs/common';
import { revisionCreated, type EventEnvelope, type RevisionCreated } from '@bindery/contracts';
import { ConsumesTogether } from '@bindery/messaging';
import { LOGGER, type Logger } from '@bindery/observability';
import { Database } from '@bindery/persistence';
import { mainBranch } from '../catalog/spaces/branch.entity';
import { IndexJobs } from '../catalog/spaces/index-jobs';
import { MissingChunkError } from '../storage/store/chunk';
import { LinkIndexer } from './links/link-indexer';
import { RevisedSpaceRepository, type RevisedSpace } from './revised-space.repository';
import { SearchIndexer } from './search/search-indexer';
import { SearchJobs } from './search/search-jobs';

/** Milliseconds in which revisions of a space are indexed together. */
const linger = 200;
/** The number of tries for a space that another replica indexes at the same time. */
const mostTries = 3;

/** `overtaken`: another run has changed the index, and nothing was done. `left`: the jobs do the rest. */
type Outcome = 'indexed' | 'overtaken' | 'left';

/**
 * Brings new revisions of main branches into the search and link indexes: a few changes at once, in one transaction
 * for both indexes, and many by jobs. A failure here is also left to the jobs.
 */
@Injectable()
export class IndexRevisions {
  constructor(
    private readonly db: Database,
    private readonly spaces: RevisedSpaceRepository,
    private readonly search: SearchIndexer,
    private readonly links: LinkIndexer,
    private readonly indexJobs: IndexJobs,
    private readonly searchJobs: SearchJobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @ConsumesTogether(revisionCreated, 'search', { linger, writesRarely: true })
  async revisionsCreated(events: EventEnvelope<RevisionCreated>[]): Promise<void> {
    const revised = events.flatMap(({ payload: { branch, space } }) => (branch === mainBranch ? [space] : []));
    if (revised.length === 0) return;
    for (const space of await this.spaces.find([...new Set(revised)])) {
      for (const dependent of space.dependents) await this.searchJobs.again(space.organizationId, dependent);
      if (!(await this.isIndexed(space))) await this.indexJobs.add(space.organizationId, space.id);
    }
  }

  /** Whether nothing is left for jobs. A faster replica has most often indexed the same revision. */
  private async isIndexed(seen: RevisedSpace): Promise<boolean> {
    let space: RevisedSpace | undefined = seen;
    for (let tries = 0; space && tries < mostTries; tries++) {
      const outcome = await this.atOnce(space);
      if (outcome !== 'overtaken') return outcome === 'indexed';
      [space] = await this.spaces.find([seen.id]);
    }
    return !space;
  }

  /** Brings both indexes to the revision. */
  private async atOnce({ id, search, links }: RevisedSpace): Promise<Outcome> {
    try {
      const indexPages = await this.search.short(id, search);
      const indexLinks = links && (await this.links.short(id, links));
      if (!indexPages || !indexLinks) return 'left';
      const isDone = await this.db.transaction(async () => (await indexPages()) && (await indexLinks()));
      return isDone ? 'indexed' : 'overtaken';
    } catch (error) {
      // The indexed revision may have been swept since; then everything is compared.
      if (!(error instanceof MissingChunkError))
        this.logger.warn({ err: error, space: id }, 'A revision could not be indexed at once');
      return 'left';
    }
  }
}
