import { setMaxListeners } from 'node:events';
import type { Nats } from '../connection';

/** Where every replica of a service is told of requests whose answers nobody waits for any more. */
export const stopSubject = (service: string): string => `rpc.${service}.chunk.stop`;

/** What a process works on, by the ids of requests. */
export class RunningRequests {
  private readonly controllers = new Map<string, Set<AbortController>>();

  constructor(nats: Nats, service: string) {
    nats.connection.subscribe(stopSubject(service), {
      callback: (error, message) => error ?? this.stop(message.string()),
    });
  }

  /** Works with a signal that ends with the request. */
  async during<T>(requestId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    // One for each call that the request makes at a time.
    setMaxListeners(0, controller.signal);
    const all = this.controllers.get(requestId) ?? new Set();
    this.controllers.set(requestId, all.add(controller));
    try {
      return await work(controller.signal);
    } finally {
      all.delete(controller);
      if (all.size === 0) this.controllers.delete(requestId);
    }
  }

  private stop(requestId: string): void {
    for (const controller of this.controllers.get(requestId) ?? []) controller.abort();
  }
}
