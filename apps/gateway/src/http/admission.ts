import { type ApiError, unavailable } from '@bindery/contracts';
import { Limiter } from '@bindery/messaging';
import type { Metrics } from '@bindery/observability';

/** How many times as many as are worked on may wait when they come all at once, as a script does that asks for every page. */
const burst = 8;

/** Made once: to make an error takes a third of the time that a refusal takes. */
const busy = unavailable('The server is busy');

/**
 * Bounds how many operations the gateway works on at once, and refuses what is more than it can do: work that is taken up is
 * finished, and what is too much costs next to nothing, so that throughput does not fall when more is asked for than can be
 * answered.
 */
export class Admission {
  private readonly limiter: Limiter;
  /** How many are being identified. */
  private entering = 0;

  constructor(
    bound: number,
    private readonly metrics: Metrics,
  ) {
    this.limiter = new Limiter({ bound, burst: burst * bound, refusal: () => this.refuse() });
    metrics.gauges('bindery_requests', 'Requests that are at work and that wait for a place', 'state', () =>
      Promise.resolve(Object.entries(this.limiter.load)),
    );
  }

  /** The 503 to answer when nobody is let in now. */
  refusal(): ApiError | undefined {
    return this.limiter.isFull(this.entering) ? this.refuse() : undefined;
  }

  /** Does what has to be done before it is known who asks. It waits for no place, as it is done for many at once, but counts. */
  async enter<T>(work: () => Promise<T>): Promise<T> {
    const refusal = this.refusal();
    if (refusal) throw refusal;
    this.entering++;
    try {
      return await work();
    } finally {
      this.entering--;
    }
  }

  /** Does the work once there is a place for it, or throws 503. It keeps the place until it ends, whoever has hung up. */
  during<T>(work: () => Promise<T>): Promise<T> {
    return this.limiter.run(work);
  }

  private refuse(): ApiError {
    this.metrics.shed.inc();
    return busy;
  }
}
