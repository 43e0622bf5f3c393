import type { EventEnvelope, EventType } from '@bindery/contracts';

/** Takes one event, or with the consumer's name all that wait together. */
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
  /** How many events that wait may share a transaction. */
  atOnce: number;
  /** Milliseconds for which the first of some events waits for more of them. */
  gathers: number;
  /** Whether most events have no effect, so that a transaction begins when one has. */
  seldom: boolean;
}
