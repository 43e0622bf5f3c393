import { AsyncLocalStorage } from 'node:async_hooks';

/** What travels with one request through a process without being a parameter. */
export interface RequestContext {
  requestId: string;
  operation: string;
  /** Milliseconds since 1970 after which nobody waits for the answer. */
  deadline: number;
  /** How many services have passed the request on. */
  hops: number;
  /** W3C trace context, passed on as it came. */
  traceparent?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const runInContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);
export const currentContext = (): RequestContext | undefined => storage.getStore();
