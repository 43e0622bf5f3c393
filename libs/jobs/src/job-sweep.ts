import { Loop } from '@bindery/messaging';
import type { Logger } from '@bindery/observability';
import { Database } from '@bindery/persistence';

const hour = 3_600_000;
const atOnce = 1_000;
/** For how long an operator can see what became of a job. */
const retention = `interval '7 days'`;

/** Removes jobs of some kinds a week after they ended. */
export class JobSweep {
  private readonly loop: Loop;

  constructor(
    private readonly db: Database,
    private readonly kinds: readonly string[],
    logger: Logger,
  ) {
    this.loop = new Loop('sweep of jobs', () => this.step(), { every: hour, logger });
  }

  start(): void {
    if (this.kinds.length > 0) this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Answers whether there may be more. */
  private async step(): Promise<boolean> {
    const removed = await this.db.run(
      `delete from job where id in (
         select id from job where kind = any($1) and ended_at < now() - ${retention} limit ${atOnce})`,
      [this.kinds],
    );
    return removed === atOnce;
  }
}
