import { setMaxListeners } from 'node:events';
import { callerLeft } from '@bindery/contracts';
import type { Nats } from '../connection';
import { isStopId } from '../validation/request';

/** The subject on which every replica of a service receives the ids of requests to stop. */
export const stopSubject = (service: string): string => `rpc.${service}.chunk.stop`;

/** How many stopped requests are remembered that do not run here: another replica has them, or they wait for a place. */
const mostRemembered = 1_000;

/** Requests that may be stopped and that the process works on, by their stop ids. */
export class RunningRequests {
  private readonly controllers = new Map<string, AbortController>();
  private readonly stopped = new Set<string>();

  constructor(nats: Nats, service: string) {
    nats.subscriptions.subscribe(stopSubject(service), (message) => this.stop(message.string()));
  }

  /**
   * Works on a request with a signal that ends with it. Throws 499 for a request that was stopped before. One without a stop id
   * has no signal: its caller waits for the answer in any case.
   */
  async during<T>(stopId: string | undefined, work: (signal?: AbortSignal) => Promise<T>): Promise<T> {
    if (stopId === undefined) return work();
    if (this.stopped.delete(stopId)) throw callerLeft();
    const controller = new AbortController();
    // One for each call that the request makes at a time.
    setMaxListeners(0, controller.signal);
    this.controllers.set(stopId, controller);
    try {
      return await work(controller.signal);
    } finally {
      this.controllers.delete(stopId);
    }
  }

  private stop(stopId: string): void {
    const controller = this.controllers.get(stopId);
    if (controller) controller.abort(callerLeft());
    else if (isStopId(stopId)) this.remember(stopId);
  }

  private remember(stopId: string): void {
    this.stopped.add(stopId);
    if (this.stopped.size > mostRemembered) this.stopped.delete(this.stopped.values().next().value!);
  }
}
