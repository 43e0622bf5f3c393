import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  nanos,
  RetentionPolicy,
  StorageType,
  type ConsumerConfig,
  type JetStreamManager,
  type NatsError,
  type StreamInfo,
} from 'nats';
import { eventStream } from '@bindery/config';
import type { EventConsumer, ServiceName } from '@bindery/contracts';

/** The days for which events stay in the stream, and published ones in the outbox. */
export const retentionDays = 7;
const day = 24 * 60 * 60 * 1000;
const gibibyte = 1024 ** 3;

/** The settings of a stream that an operator or a test chooses. */
export interface StreamSize {
  /** The number of NATS servers that store each event. */
  replicas: number;
  maxBytes?: number;
}

/** Milliseconds after which an event that was not acknowledged is delivered again. */
export const ackWait = 30_000;

/** Creates the stream of the service if it is missing. Returns its state. */
export async function ensureStream(
  jsm: JetStreamManager,
  service: ServiceName,
  { replicas, maxBytes = gibibyte }: StreamSize,
): Promise<StreamInfo> {
  return (
    (await findStream(jsm, service)) ??
    jsm.streams.add({
      name: eventStream(service),
      subjects: [`event.${service}.>`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      discard: DiscardPolicy.New,
      max_age: nanos(retentionDays * day),
      max_bytes: maxBytes,
      duplicate_window: nanos(2 * 60 * 1000),
      num_replicas: replicas,
    })
  );
}

/**
 * Gives an existing stream its settings if they differ. It stays as large as an operator has made it. Returns whether it was changed;
 * throws when NATS refuses, such as three replicas without a cluster.
 */
export async function updateStream(
  jsm: JetStreamManager,
  { config }: StreamInfo,
  { replicas, maxBytes = gibibyte }: StreamSize,
): Promise<boolean> {
  // An operator may have taken the limit away.
  const isLarge = config.max_bytes <= 0 || config.max_bytes >= maxBytes;
  if (config.num_replicas === replicas && isLarge) return false;
  await jsm.streams.update(config.name, {
    num_replicas: replicas,
    max_bytes: isLarge ? config.max_bytes : maxBytes,
  });
  return true;
}

/** Creates a consumer if it is missing. */
export async function ensureConsumer(jsm: JetStreamManager, consumer: EventConsumer): Promise<void> {
  await jsm.consumers.add(eventStream(consumer.producer), configOf(consumer));
}

/** The client derives the subject of its request, which NATS permissions check, from the name and the filter. */
const configOf = ({ durable, subject }: EventConsumer): Partial<ConsumerConfig> => ({
  durable_name: durable,
  filter_subject: subject,
  ack_policy: AckPolicy.Explicit,
  deliver_policy: DeliverPolicy.All,
  ack_wait: nanos(ackWait),
  max_ack_pending: 64,
});

/** The state of the service's stream; undefined until the stream is there. */
export const findStream = (jsm: JetStreamManager, service: ServiceName): Promise<StreamInfo | undefined> =>
  ifFound(jsm.streams.info(eventStream(service)));

/** The codes of JetStream's errors for a consumer, a message and a stream that do not exist (`server/errors.json` of nats-server). */
const notFound: unknown[] = [10_014, 10_037, 10_059];

/** The answer of JetStream; undefined where it has no such stream, consumer or message. */
export function ifFound<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: NatsError) => {
    if (notFound.includes(error.api_error?.err_code)) return undefined;
    throw error;
  });
}
