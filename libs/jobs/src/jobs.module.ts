import {
  Inject,
  Injectable,
  Module,
  Optional,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DecoratedMethods } from '@bindery/messaging';
import { LOGGER, Metrics, TRACING, type Logger, type Tracing } from '@bindery/observability';
import { Database } from '@bindery/persistence';
import { JobQueue, type JobKind } from './job-queue';
import { JobSweep } from './job-sweep';
import { defaultTimes, JobWorker, type JobHandler, type JobTimes } from './job-worker';
import { worksKey } from './works';

const TIMES = Symbol('job times');

/** Starts a worker for each `@Works` method, and stops them before the process ends. */
@Injectable()
class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private workers: JobWorker<unknown, unknown, unknown>[] = [];

  constructor(
    private readonly methods: DecoratedMethods,
    private readonly queue: JobQueue,
    private readonly db: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
    @Inject(TIMES) private readonly times: JobTimes,
    @Inject(TRACING) @Optional() private readonly tracing?: Tracing,
  ) {}

  onApplicationBootstrap(): void {
    const works = this.methods.find<JobKind<unknown, unknown, unknown>>(worksKey);
    this.workers = works.map(
      ({ metadata, call }) =>
        new JobWorker(
          metadata,
          call as JobHandler<unknown, unknown, unknown>,
          this.db,
          this.queue,
          this.logger,
          this.metrics,
          this.times,
          this.tracing,
        ),
    );
    for (const worker of this.workers) worker.start();
    this.metrics.gauges('bindery_jobs', 'Jobs that wait or run', 'state', async () => {
      const rows = await this.db.query<{ state: string; jobs: number }>(
        `select state, count(*)::int as jobs from job where state in ('pending', 'running') group by state`,
      );
      return rows.map(({ state, jobs }) => [state, jobs] as const);
    });
    this.metrics.gauge('bindery_job_age_seconds', 'For how long the oldest job that is due has waited', async () => {
      const [row] = await this.db.query<{ age: number | null }>(
        `select extract(epoch from now() - min(run_after))::float as age from job where state = 'pending' and run_after <= now()`,
      );
      return row?.age ?? 0;
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.stop()));
  }
}

/**
 * Provides `JobQueue` and runs the service's `@Works` methods. The service lists `JobEntity` among its entities and
 * `JobsTable1700000000500` among its migrations.
 */
@Module({})
export class JobsModule {
  static forRoot(times: Partial<JobTimes> = {}): DynamicModule {
    return {
      module: JobsModule,
      global: true,
      providers: [JobQueue, JobRunner, JobSweep, { provide: TIMES, useValue: { ...defaultTimes, ...times } }],
      exports: [JobQueue],
    };
  }
}
