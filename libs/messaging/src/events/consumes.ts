import { SetMetadata } from '@nestjs/common';
import type { EventEnvelope, EventType, ServiceName } from '@bindery/contracts';
import type { Database } from '@bindery/persistence';

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
  /** Milliseconds for which the first of some events waits for more of them. */
  gathers: number;
  /** Whether the method takes all events that wait together, and writes by itself. */
  isTogether: boolean;
  /**
   * Most events have no effect: the method reads first, and its transaction begins, with the receipt, when it writes. An event
   * without an effect costs what it reads, and may be looked at again when it comes again.
   */
  seldom: boolean;
}

/** The name of the consumer of one producer's events. */
export const durableOf = (service: ServiceName, name: string, event: EventType): string =>
  `${service}_${name}_${event.service}`;

/**
 * Has the decorated method receive every event of a type, or of the same type of several services, at least once, in the
 * transaction in which its receipt is recorded: an effect in the service's own database therefore happens exactly once.
 */
export function Consumes<T>(
  events: EventType<T> | EventType<T>[],
  name: string,
  {
    retryAfter = defaultRetryAfter,
    atOnce = 1,
    seldom = false,
  }: Partial<Pick<Consumption, 'retryAfter' | 'atOnce' | 'seldom'>> = {},
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
      atOnce,
      gathers: 0,
      isTogether: false,
      seldom,
    });
}

/**
 * Has the decorated method receive all events at once that wait together, in no transaction: the effect of many events is one
 * statement. Either it records their receipts with their effect (`freshEvents`), for which it gets the consumer's name; or
 * it is `seldom` and does what may be done again. When it fails, it is called for each event alone.
 */
export function ConsumesTogether<T>(
  events: EventType<T> | EventType<T>[],
  name: string,
  {
    retryAfter = defaultRetryAfter,
    atOnce = 32,
    gathers = 0,
    seldom = false,
  }: Partial<Pick<Consumption, 'retryAfter' | 'atOnce' | 'gathers' | 'seldom'>> = {},
) {
  return <Method extends (events: EventEnvelope<T>[], consumer: string) => Promise<void>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void =>
    mark(target, key, descriptor, { events: all(events), name, retryAfter, atOnce, gathers, isTogether: true, seldom });
}

/**
 * The part of a `with` that records receipts: `fresh` has the ids of those events that had none. Takes the parameters of the
 * consumer's name and of the events' ids.
 */
export const freshEvents = (consumer: string, ids: string): string => `
  fresh as (
    insert into inbox (consumer, event_id) select ${consumer}, unnest(${ids}::uuid[]) on conflict do nothing
    returning event_id as id)`;

/** Records receipts of a consumer; answers the ids of those events that had none. */
export async function recordReceipts(db: Database, consumer: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(`with ${freshEvents('$1', '$2')} select id from fresh`, [consumer, ids]);
  return new Set(rows.map(({ id }) => id));
}

const all = <T>(events: EventType<T> | EventType<T>[]): EventType[] => [events].flat() as EventType[];

function mark(target: object, key: string, descriptor: unknown, consumption: Consumption): void {
  SetMetadata(consumesKey, consumption)(target, key, descriptor as TypedPropertyDescriptor<unknown>);
}
