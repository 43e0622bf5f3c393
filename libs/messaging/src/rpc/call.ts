import { AsyncLocalStorage } from 'node:async_hooks';
import type { Envelope } from '../wire/wire';

/** The operation that this process is working on, and what its caller asked for besides the parameters. */
export interface Call {
  service: string;
  operation: string;
  envelope: Envelope;
}

const storage = new AsyncLocalStorage<Call>();

export const runCall = <T>(call: Call, work: () => T): T => storage.run(call, work);
export const currentCall = (): Call | undefined => storage.getStore();
