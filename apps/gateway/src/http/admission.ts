import { type ApiError, unavailable } from '@bindery/contracts';
import { Limiter } from '@bindery/messaging';
import type { Metrics } from '@bindery/observability';

/** The ratio of waiting to running requests in a burst, such as that of a script that requests every page. */
const burst = 8;

/** Created once: creating an error takes a third of the time of a rejection. */
const busy = unavailable('The server is busy');

/**
 * Limits the number of concurrent operations of the gateway, and rejects more: admitted work is finished, and rejected
 * work costs almost nothing, so that throughput does not fall under
 * overload.
 */
export class Admission {
  private readonly limiter: Limiter;
  /** The number of requests whose callers are being identified. */
  private entering = 0;

  constructor(
    maxRunning: number,
    private readonly metrics: Metrics,
  ) {
    this.limiter = new Limiter({
      maxRunning,
      maxWaiting: maxRunning,
      maxWaitingInBurst: burst * maxRunning,
      refusal: () => this.refuse(),
    });
    metrics.gauges('bindery_requests', 'Requests that are running and that wait for a slot', 'state', () =>
      Promise.resolve(Object.entries(this.limiter.load)),
    );
  }

  /** The 503 to return when no request is admitted now. */
  refusal(): ApiError | undefined {
    return this.limiter.isFull(this.entering) ? this.refuse() : undefined;
  }

  /** Runs the work that identifies a caller. It waits for no slot, as it is shared by many requests, but it counts. */
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

  /** Runs the work once there is a slot, or throws 503. It holds the slot until it ends, even if the client has disconnected. */
  during<T>(work: () => Promise<T>): Promise<T> {
    return this.limiter.run(work);
  }

  private refuse(): ApiError {
    this.metrics.shed.inc();
    return busy;
  }
}
