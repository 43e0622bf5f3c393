import { DiscardPolicy, nanos, RetentionPolicy, StorageType, type JetStreamManager, type StreamInfo } from 'nats';
import type { ServiceName } from '@bindery/contracts';

/** How long events stay in the stream and, published, in the outbox. */
export const retentionDays = 7;
const day = 24 * 60 * 60 * 1000;
const gibibyte = 1024 ** 3;

export const streamOf = (service: ServiceName): string => `EVENTS_${service.replaceAll('-', '_').toUpperCase()}`;

/** Makes the service's stream if it is not there, and answers its state. */
export async function ensureStream(jsm: JetStreamManager, service: ServiceName, replicas: number): Promise<StreamInfo> {
  return (
    (await find(jsm, service)) ??
    jsm.streams.add({
      name: streamOf(service),
      subjects: [`event.${service}.>`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      discard: DiscardPolicy.New,
      max_age: nanos(retentionDays * day),
      max_bytes: gibibyte,
      duplicate_window: nanos(2 * 60 * 1000),
      num_replicas: replicas,
    })
  );
}

export const streamExists = async (jsm: JetStreamManager, service: ServiceName): Promise<boolean> =>
  (await find(jsm, service)) !== undefined;

function find(jsm: JetStreamManager, service: ServiceName): Promise<StreamInfo | undefined> {
  return jsm.streams.info(streamOf(service)).catch((error: unknown) => {
    if (/not found/i.test(String(error))) return undefined;
    throw error;
  });
}
