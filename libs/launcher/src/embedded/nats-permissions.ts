import { eventStream, inboxPrefix } from '@bindery/config';
import { type ProcessName, PROCESSES, type ServiceName, SERVICES } from '../services';
import { natsUses } from './nats-uses';

export interface NatsPermissions {
  publish: string[];
  subscribe: string[];
}

/**
 * The subjects that the NATS user of a process may publish and subscribe to; all others are denied. The gateway sends requests and
 * receives none. A service answers for itself alone, so that no other service can pose as it, and only to processes that call it.
 * Replies are granted by inbox rather than by `allow_responses`, which would let a requester name any subject for its answer.
 * A service receives from its own consumers, by their names. It makes no stream and no consumer: their configurations name further
 * subjects and streams, which no permission holds. The gateway makes those that the contracts name.
 */
export function natsPermissions(name: ProcessName): NatsPermissions {
  const { operations, consumers } = natsUses[name];
  const asks = [...operations, ...[...new Set(operations.map(ownerOf))].map((owner) => `rpc.${owner}.chunk.>`)];
  const subscribe = [`${inboxPrefix(name)}.>`];
  if (name === 'gateway') return { publish: [...asks, ...SERVICES.flatMap(keptStream)], subscribe };
  return {
    publish: [
      ...asks,
      ...PROCESSES.filter((caller) => calls(caller, name)).map((caller) => `${inboxPrefix(caller)}.>`),
      `event.${name}.>`,
      api(`STREAM.INFO.${eventStream(name)}`),
      ...consumers.flatMap(([producer, durable]) => ownConsumer(eventStream(producer), durable)),
    ],
    subscribe: [`rpc.${name}.>`, ...subscribe],
  };
}

/**
 * The permissions of users on the NATS server of a platform in tests: all operations, all streams. Inboxes of
 * other processes stay closed.
 */
export function openPermissions(name: ProcessName): NatsPermissions {
  const subscribe = [`${inboxPrefix(name)}.>`];
  if (name === 'gateway') return { publish: ['rpc.*.>', ...SERVICES.flatMap(keptStream)], subscribe };
  return {
    publish: [
      'rpc.*.>',
      ...PROCESSES.map((caller) => `${inboxPrefix(caller)}.>`),
      `event.${name}.>`,
      api(`STREAM.INFO.${eventStream(name)}`),
      ...SERVICES.flatMap((producer) => ownConsumer(eventStream(producer), '*')),
    ],
    subscribe: [`rpc.${name}.>`, ...subscribe],
  };
}

const ownerOf = (subject: string): string => subject.split('.')[1]!;

const calls = (caller: ProcessName, service: ServiceName): boolean =>
  natsUses[caller].operations.some((subject) => ownerOf(subject) === service);

/**
 * To make the stream of a service and all its consumers, and to remove what these have acknowledged. After the name of a consumer CREATE
 * has the subject of its events.
 */
function keptStream(service: ServiceName): string[] {
  const stream = eventStream(service);
  const consumers = SERVICES.flatMap((name) => natsUses[name].consumers).filter(([producer]) => producer === service);
  return [
    ...['CREATE', 'INFO', 'UPDATE', 'PURGE', 'MSG.GET'].map((verb) => `STREAM.${verb}.${stream}`),
    `CONSUMER.LIST.${stream}`,
    ...consumers.map(([, durable, subject]) => `CONSUMER.CREATE.${stream}.${durable}.${subject}`),
  ].map(api);
}

function ownConsumer(stream: string, durable: string): string[] {
  return [
    ...['INFO', 'MSG.NEXT'].map((verb) => api(`CONSUMER.${verb}.${stream}.${durable}`)),
    `$JS.ACK.${stream}.${durable}.>`,
  ];
}

function api(subject: string): string {
  return `$JS.API.${subject}`;
}
