import { SetMetadata } from '@nestjs/common';
import type { EventEnvelope, EventType } from '@bindery/contracts';

export const consumesKey = 'bindery:consumes';

/** Eight attempts within two minutes. */
const defaultRetryAfter = [100, 500, 2_000, 5_000, 15_000, 30_000, 60_000];

export interface Consumption {
  events: EventType[];
  /** Names the durable consumers, one a producing service; never change it, or everything is delivered again. */
  name: string;
  /** Milliseconds before each further attempt; an event that then fails once more is a dead letter. */
  retryAfter: readonly number[];
  /** How many events that wait may share a transaction: more than one where many come and the method asks no other service. */
  atOnce: number;
}

/**
 * Has the decorated method receive every event of a type, or of the same type of several services, at least once, in the
 * transaction in which its receipt is recorded: an effect in the service's own database therefore happens exactly once.
 */
export function Consumes<T>(
  events: EventType<T> | EventType<T>[],
  name: string,
  { retryAfter = defaultRetryAfter, atOnce = 1 }: Partial<Pick<Consumption, 'retryAfter' | 'atOnce'>> = {},
) {
  return (
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<(event: EventEnvelope<T>) => Promise<void>>,
  ): void => {
    const consumption: Consumption = { events: [events].flat() as EventType[], name, retryAfter, atOnce };
    SetMetadata(consumesKey, consumption)(target, key, descriptor as TypedPropertyDescriptor<unknown>);
  };
}
