import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  openApiSpecDeleted,
  openApiSpecUpdated,
  type EventEnvelope,
  type OpenApiSpecChanged,
} from '@bindery/contracts';
import { JobQueue, JobHandler, type JobContext } from '@bindery/jobs';
import { Consumes } from '@bindery/messaging';
import { Metrics } from '@bindery/observability';
import { indexSpace } from '../../catalog/spaces/index-jobs';
import { IndexStateRepository } from './index-state.repository';
import { SearchIndexer } from './search-indexer';

/** Indexes spaces in the background after large changes, and for computed pages. */
@Injectable()
export class SearchJobs implements OnModuleInit {
  constructor(
    private readonly jobs: JobQueue,
    private readonly indexer: SearchIndexer,
    private readonly states: IndexStateRepository,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge(
      'bindery_search_lag_seconds',
      'Age of the oldest revision of a main branch that search does not show yet',
      () => this.states.lag(),
    );
  }

  @Consumes(openApiSpecUpdated, 'search_openapi')
  specificationUpdated({ organization, payload }: EventEnvelope<OpenApiSpecChanged>): Promise<void> {
    return this.dependentsAgain(organization, [payload.spec, payload.slug]);
  }

  @Consumes(openApiSpecDeleted, 'search_openapi_deleted')
  specificationDeleted({ organization, payload }: EventEnvelope<OpenApiSpecChanged>): Promise<void> {
    return this.dependentsAgain(organization, [payload.spec, payload.slug]);
  }

  /** Indexes spaces with pages that are computed from a changed source. */
  private async dependentsAgain(organization: string | null, changed: string[]): Promise<void> {
    if (!organization) return;
    const spaces = await this.states.dependents(organization, changed);
    for (const space of spaces) await this.again(organization, space);
  }

  /** Indexes a space again whose words are to be treated in another way, as in another language. */
  async again(organization: string, space: string): Promise<void> {
    await this.jobs.add(indexSpace, { organizationId: organization, input: { space }, key: space });
  }

  @JobHandler(indexSpace)
  async indexSpace({ space }: { space: string }, context: JobContext<object>): Promise<null> {
    await this.indexer.run(space, context);
    return null;
  }
}
