import { unavailable } from '@bindery/contracts';
import type { Metrics } from '@bindery/observability';

/**
 * Bounds how many operations the gateway works on at once, and refuses the rest: work that is taken up is finished, and
 * what is too much costs next to nothing, so that throughput does not fall when more is asked for than can be answered.
 */
export class Admission {
  private running = 0;

  constructor(
    private readonly bound: number,
    private readonly metrics: Metrics,
  ) {
    metrics.gauges('bindery_requests', 'Requests that are at work', 'state', () =>
      Promise.resolve([['running', this.running]]),
    );
  }

  /** Throws 503 when there is no place now. */
  check(): void {
    if (this.running < this.bound) return;
    this.metrics.shed.inc();
    throw unavailable('The server is busy');
  }

  /** Does the work if there is a place for it, else throws 503. It keeps the place until it ends, whoever has hung up. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.check();
    this.running++;
    try {
      return await work();
    } finally {
      this.running--;
    }
  }
}
