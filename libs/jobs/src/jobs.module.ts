import {
  Inject,
  Injectable,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DecoratedMethods } from '@bindery/messaging';
import { LOGGER, type Logger } from '@bindery/observability';
import { Database } from '@bindery/persistence';
import { JobQueue, type JobKind } from './job-queue';
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
    @Inject(TIMES) private readonly times: JobTimes,
  ) {}

  onApplicationBootstrap(): void {
    this.workers = this.methods
      .find<JobKind<unknown, unknown, unknown>>(worksKey)
      .map(
        ({ metadata, call }) =>
          new JobWorker(
            metadata,
            call as JobHandler<unknown, unknown, unknown>,
            this.db,
            this.queue,
            this.logger,
            this.times,
          ),
      );
    for (const worker of this.workers) worker.start();
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
      providers: [JobQueue, JobRunner, { provide: TIMES, useValue: { ...defaultTimes, ...times } }],
      exports: [JobQueue],
    };
  }
}
