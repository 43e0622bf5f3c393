import { type ApiError, unavailable } from '@bindery/contracts';
import type { Metrics } from '@bindery/observability';

/** Made once: to make an error takes a third of the time that a refusal takes. */
const busy = unavailable('The server is busy');

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

  /** The 503 to answer when there is no place now. */
  refusal(): ApiError | undefined {
    if (this.running < this.bound) return undefined;
    this.metrics.shed.inc();
    return busy;
  }

  /** Does the work if there is a place for it, else throws 503. It keeps the place until it ends, whoever has hung up. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const refusal = this.refusal();
    if (refusal) throw refusal;
    this.running++;
    try {
      return await work();
    } finally {
      this.running--;
    }
  }
}
