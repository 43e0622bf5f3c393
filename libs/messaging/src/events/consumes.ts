import { SetMetadata } from '@nestjs/common';
import type { EventEnvelope, EventType, ServiceName } from '@bindery/contracts';
import type { Database } from '@bindery/persistence';

export const consumesKey = 'bindery:consumes';

/** Eight attempts within two minutes. */
const defaultRetryAfter = [100, 500, 2_000, 5_000, 15_000, 30_000, 60_000];

export interface Consumption {
  events: EventType[];
  /** Names the durable consumers, one for each producing service. Never change it, or all events are delivered again. */
  name: string;
  /** Milliseconds before each further attempt. An event that fails after the last one becomes a dead letter. */
  retryAfter: readonly number[];
  /** The maximum of waiting events in one transaction: above one for frequent events whose method calls no other service. */
  batchSize: number;
  /** Milliseconds for which the first event of a batch waits for more. */
  linger: number;
  /** Whether the method gets all waiting events at once, and writes without a transaction of the consumer. */
  takesBatches: boolean;
  /**
   * Most events have no effect: the method reads first, and its transaction begins, with the receipt, when it writes. An event
   * without an effect costs only these reads. It has no receipt, so that the method reads again if it is delivered again.
   */
  writesRarely: boolean;
}

/** The name of the consumer of one producer's events. */
export const durableOf = (service: ServiceName, name: string, event: EventType): string =>
  `${service}_${name}_${event.service}`;

/**
 * The decorated method receives every event of a type, or of the same type of several services, at least once, in the
 * transaction that records its receipt. So an effect in the service's own database happens exactly once.
 */
export function Consumes<T>(
  events: EventType<T> | EventType<T>[],
  name: string,
  {
    retryAfter = defaultRetryAfter,
    batchSize = 1,
    writesRarely = false,
  }: Partial<Pick<Consumption, 'retryAfter' | 'batchSize' | 'writesRarely'>> = {},
) {
  return (
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<(event: EventEnvelope<T>) => Promise<void>>,
  ): void =>
    mark(target, key, descriptor, {
      events: all(events),
      name,
      retryAfter,
      batchSize,
      linger: 0,
      takesBatches: false,
      writesRarely,
    });
}

/**
 * The decorated method receives all waiting events at once, without a transaction, so that one statement has the effect of many
 * events. It records their receipts in that statement (`freshEvents`, with the name of the consumer that it gets), or it is
 * `writesRarely` and its effect may happen twice. If it fails, it is called again for each event alone.
 */
export function ConsumesTogether<T>(
  events: EventType<T> | EventType<T>[],
  name: string,
  {
    retryAfter = defaultRetryAfter,
    batchSize = 32,
    linger = 0,
    writesRarely = false,
  }: Partial<Pick<Consumption, 'retryAfter' | 'batchSize' | 'linger' | 'writesRarely'>> = {},
) {
  return <Method extends (events: EventEnvelope<T>[], consumer: string) => Promise<void>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void =>
    mark(target, key, descriptor, {
      events: all(events),
      name,
      retryAfter,
      batchSize,
      linger,
      takesBatches: true,
      writesRarely,
    });
}

/**
 * The part of a `with` that records receipts: `fresh` has the ids of the events that had none. Its arguments are the parameters
 * for the name of the consumer and for the ids of the events.
 */
export const freshEvents = (consumer: string, ids: string): string => `
  fresh as (
    insert into inbox (consumer, event_id) select ${consumer}, unnest(${ids}::uuid[]) on conflict do nothing
    returning event_id as id)`;

/** Records receipts of a consumer. Returns the ids of the events that had none. */
export async function recordReceipts(db: Database, consumer: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(`with ${freshEvents('$1', '$2')} select id from fresh`, [consumer, ids]);
  return new Set(rows.map(({ id }) => id));
}

const all = <T>(events: EventType<T> | EventType<T>[]): EventType[] => [events].flat() as EventType[];

function mark(target: object, key: string, descriptor: unknown, consumption: Consumption): void {
  SetMetadata(consumesKey, consumption)(target, key, descriptor as TypedPropertyDescriptor<unknown>);
}
