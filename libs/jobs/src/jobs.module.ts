import {
  Inject,
  Injectable,
  Module,
  Optional,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DecoratedMethods, Loop } from '@bindery/messaging';
import { LOGGER, Metrics, TRACING, type Logger, type Tracing } from '@bindery/observability';
import { Database, unasked } from '@bindery/persistence';
import { JobClaims } from './job-claims';
import { JobPlaces } from './job-places';
import { JobQueue, type JobKind } from './job-queue';
import { JobSweep } from './job-sweep';
import { defaultTimes, JobWorker, type GivenUpMethod, type JobMethod, type JobTimes } from './job-worker';
import { givenUpHandlerKey, jobHandlerKey } from './job-handler';

const TIMES = Symbol('job times');

/** Starts the workers of each `@JobHandler` method, and stops them before the process ends. */
@Injectable()
class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly workers = new Map<string, JobWorker<unknown, unknown, unknown>[]>();
  private look?: Loop;

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
    const works = this.methods.find<JobKind<unknown, unknown, unknown>>(jobHandlerKey);
    const ends = this.methods.find<JobKind<unknown, unknown, unknown>>(givenUpHandlerKey);
    const claims = new JobClaims(this.db, this.times.lease);
    for (const { metadata, call } of works) {
      const { name, sideBySide: { perProcess = 1, largePerProcess } = {} } = metadata;
      const places = new JobPlaces(largePerProcess);
      const end = ends.find(({ metadata: { name: ended } }) => ended === name);
      const make = () =>
        new JobWorker(
          metadata,
          call as JobMethod<unknown, unknown, unknown>,
          this.db,
          this.logger,
          this.metrics,
          claims,
          this.times,
          this.tracing,
          places,
          (taken) =>
            this.workers
              .get(name)!
              .find((worker) => worker !== taken && !worker.isBusy)
              ?.wake(),
          end?.call as GivenUpMethod<unknown> | undefined,
        );
      this.workers.set(name, Array.from({ length: perProcess }, make));
    }
    for (const worker of this.all) worker.start();
    this.queue.onAdded((kind) => this.wake(kind));
    this.look = new Loop('jobs that are due', () => this.wakeDue(), { every: this.times.poll, logger: this.logger });
    this.look.start();
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

  private get all(): JobWorker<unknown, unknown, unknown>[] {
    return [...this.workers.values()].flat();
  }

  /** Wakes one idle worker. A worker that claims a job wakes the next one. */
  private wake(kind: string): void {
    const workers = this.workers.get(kind) ?? [];
    (workers.find(({ isBusy }) => !isBusy) ?? workers[0])?.wake();
  }

  /** Wakes the workers of due jobs that were not added in this process. */
  private async wakeDue(): Promise<boolean> {
    const rows = await this.db.query<{ kind: string }>(
      `${unasked} select distinct kind from job
       where state in ('pending', 'running') and run_after <= now() and (state = 'pending' or lease_until < now())`,
    );
    for (const { kind } of rows) this.wake(kind);
    return false;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.look?.stop(), ...this.all.map((worker) => worker.stop())]);
  }
}

/**
 * Provides `JobQueue` and runs the service's `@JobHandler` methods. The service lists `JobEntity` among its entities and
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
