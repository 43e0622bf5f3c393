import { Inject, Injectable } from '@nestjs/common';
import { JobQueue } from '@bindery/jobs';
import { Interval } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { CLOCK, type Clock } from '@bindery/service';
import { CONTENT_CONFIG, type ContentConfig } from '../content.config';
import { OpenApiSpecRepository } from '../specifications/openapi-spec.repository';
import { openApiJob } from '../specifications/openapi.job';
import { parseError } from '../specifications/reading/specification-error';

const atOnce = 20;

/** Schedules the periodic fetching of specifications that have an address, and ends waits that cannot succeed. */
@Injectable()
export class OpenApiSchedule {
  constructor(
    private readonly specs: OpenApiSpecRepository,
    private readonly jobs: JobQueue,
    private readonly db: Database,
    @Inject(CONTENT_CONFIG) private readonly config: ContentConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Schedules some; returns whether there may be more. */
  @Interval('fetching of OpenAPI specifications', 60_000)
  async run(now = this.clock()): Promise<boolean> {
    const [given, fetched] = [await this.giveUp(), await this.fetchAgain(now)];
    return given || fetched;
  }

  /** Fails specifications whose job died at its last attempt or was cancelled by an operator. */
  private giveUp(): Promise<boolean> {
    return this.db.transaction(async () => {
      const abandoned = await this.specs.abandoned(atOnce);
      for (const { id, cancelled } of abandoned)
        await this.specs.fail(
          id,
          parseError(cancelled ? 'Processing was cancelled' : 'The specification could not be processed'),
        );
      return abandoned.length === atOnce;
    });
  }

  private async fetchAgain(now: Date): Promise<boolean> {
    const minutes = this.config.OPENAPI_REFETCH_MINUTES;
    if (minutes === 0) return false;
    return this.db.transaction(async () => {
      const due = await this.specs.fetchedBefore(new Date(now.getTime() - minutes * 60_000), atOnce);
      for (const { id, organizationId } of due)
        await this.jobs.add(openApiJob, { organizationId, input: { spec: id }, key: id });
      return due.length === atOnce;
    });
  }
}
