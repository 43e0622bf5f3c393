import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './span';

/** The data of one request that travels through a process without being a parameter. */
interface RequestContext {
  requestId: string;
  operation: string;
  /** Milliseconds since 1970 after which the caller no longer waits for the answer. */
  deadline: number;
  /** How many services have passed the request on. */
  hops: number;
  /** Aborted when the caller no longer waits for the answer; absent where this is unknown. */
  signal?: AbortSignal | undefined;
  /** The span that the work belongs to; absent where nothing is traced. */
  span?: Span;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const runInContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);
/** Runs work without a caller, which no deadline ends; each call that it makes has a timeout of its own. */
export const runWithoutDeadline = <T>(of: Omit<RequestContext, 'deadline' | 'hops'>, work: () => T): T =>
  runInContext({ ...of, deadline: Number.MAX_SAFE_INTEGER, hops: 0 }, work);
export const currentContext = (): RequestContext | undefined => storage.getStore();
