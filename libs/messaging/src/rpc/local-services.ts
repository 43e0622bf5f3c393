import { AsyncResource } from 'node:async_hooks';
import { timedOut } from '@bindery/contracts';
import type { Reply } from './reply';

/** Answers a request, which it receives as JSON. */
type LocalHandler = (json: string) => Promise<Reply>;

/**
 * The services that run in one process. A request between them goes from the caller to the handler, without NATS: no
 * signature, no sockets. It is JSON all the same, so that no service shares an object with another.
 */
export class LocalServices {
  private readonly handlers = new Map<string, LocalHandler>();
  /** Handlers run outside the context of their caller, as they do in another process. */
  private readonly outside = new AsyncResource('LocalServices');

  add(subject: string, handler: LocalHandler): void {
    this.handlers.set(subject, handler);
  }

  /** Requests to the subject go through NATS from now on. */
  remove(subject: string): void {
    this.handlers.delete(subject);
  }

  has(subject: string): boolean {
    return this.handlers.has(subject);
  }

  /** Sends a request and returns its reply. Throws the error of the handler, and 504 after the deadline. */
  request(subject: string, json: string, deadline: number): Promise<Reply> {
    const handler = this.handlers.get(subject)!;
    const answered = this.outside.runInAsyncScope(handler, undefined, json);
    return new Promise((resolve, reject) => {
      const late = () => reject(timedOut('The service took too long to answer'));
      const timer = setTimeout(late, deadline - Date.now());
      void answered.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}
