import type { ServiceName } from '../services';

/** The NATS uses of a process, from the contracts and its consumers. */
export interface NatsUse {
  /** The subjects of the operations that it calls. */
  operations: readonly string[];
  /** The events that it consumes: whose they are, the name of the durable consumer, and the subject. */
  consumers: readonly (readonly [producer: ServiceName, durable: string, subject: string])[];
}
