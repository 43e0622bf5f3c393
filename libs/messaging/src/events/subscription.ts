import type { EventEnvelope, EventType } from '@bindery/contracts';

/** Handles one event, or, with the name of the consumer, all waiting events at once. */
export type Handle =
  | { one: (event: EventEnvelope) => Promise<void> }
  | { all: (events: EventEnvelope[], consumer: string) => Promise<void> };

/** The events and the handler of one durable consumer. */
export interface Subscription {
  durable: string;
  event: EventType;
  handle: Handle;
  /** Milliseconds before the next attempt, by the number of attempts made; after one more the event is set aside. */
  retryAfter: readonly number[];
  /** The maximum of waiting events in one transaction. */
  batchSize: number;
  /** Milliseconds for which the first event of a batch waits for more. */
  linger: number;
  /** Whether most events have no effect, so that the transaction begins with the first write. */
  writesRarely: boolean;
}
