import type { ConsumerInfo, JetStreamManager, StreamInfo } from 'nats';
import { ifFound, retentionDays } from './streams';

/** A stream with less room than this gets rid of the events that all its consumers have acknowledged. */
const fullness = 0.5;
const retention = retentionDays * 24 * 60 * 60 * 1000;

export interface Room {
  /** The number of removed events. */
  removed: number;
  /** The consumer that keeps the oldest event. */
  slowest: string;
}

export const isCrowded = ({ config, state }: StreamInfo): boolean =>
  config.max_bytes > 0 && state.bytes > fullness * config.max_bytes;

/**
 * Removes the events before the first that a consumer has not acknowledged. The last event stays, because a relay takes an empty stream
 * for one that lost its events. Returns undefined while one of `durables` is missing: it would begin with the first event.
 */
export async function makeRoom(
  jsm: JetStreamManager,
  { config: { name }, state }: StreamInfo,
  durables: readonly string[],
): Promise<Room | undefined> {
  const consumers = await consumersOf(jsm, name);
  if (durables.some((durable) => !consumers.has(durable))) return undefined;
  let keeper = { from: state.last_seq, slowest: '' };
  for (const consumer of consumers.values()) {
    if (!durables.includes(consumer.name) && !isRecent(consumer)) continue;
    const from = await firstUnacknowledged(jsm, consumer);
    if (from !== undefined && from < keeper.from) keeper = { from, slowest: consumer.name };
  }
  const { from, slowest } = keeper;
  // A purge up to the first event would remove all events.
  if (from <= Math.max(state.first_seq, 1)) return { removed: 0, slowest };
  const { purged } = await jsm.streams.purge(name, { seq: from });
  return { removed: purged, slowest };
}

async function consumersOf(jsm: JetStreamManager, stream: string): Promise<Map<string, ConsumerInfo>> {
  const consumers = new Map<string, ConsumerInfo>();
  for await (const consumer of jsm.consumers.list(stream)) consumers.set(consumer.name, consumer);
  return consumers;
}

/** A newer version of the platform may have made it. One that an older version left behind keeps no events for ever. */
const isRecent = ({ created }: ConsumerInfo): boolean => Date.parse(String(created)) > Date.now() - retention;

/**
 * Asks the stream itself, and not the consumer for the number of its waiting events: the server of a consumer may not have all events
 * yet that the stream has stored.
 */
async function firstUnacknowledged(
  jsm: JetStreamManager,
  { stream_name, ack_floor, config }: ConsumerInfo,
): Promise<number | undefined> {
  const next = { seq: ack_floor.stream_seq + 1, next_by_subj: config.filter_subject ?? '>' };
  return (await ifFound(jsm.streams.getMessage(stream_name, next)))?.seq;
}
