import { PROCESSES, SERVICES } from '../services';
import { natsPermissions } from './nats-permissions';
import { natsUses } from './nats-uses';

/** Whether a NATS subject pattern covers a subject or a narrower pattern. */
function covers(pattern: string, subject: string): boolean {
  const [wide, narrow] = [pattern.split('.'), subject.split('.')];
  for (const [index, token] of wide.entries()) {
    if (token === '>') return narrow.length > index;
    if (narrow[index] === undefined || narrow[index] === '>') return false;
    if (token !== '*' && token !== narrow[index]) return false;
  }
  return wide.length === narrow.length;
}

const may = (verb: 'publish' | 'subscribe', name: (typeof PROCESSES)[number], subject: string) =>
  natsPermissions(name)[verb].some((pattern) => covers(pattern, subject));

const inboxOf = (name: string) => `_INBOX_${name.replaceAll('-', '_')}.x.1`;
const streamOf = (name: string) => `EVENTS_${name.replaceAll('-', '_').toUpperCase()}`;
const calls = (caller: (typeof PROCESSES)[number], service: string) =>
  natsUses[caller].operations.some((subject) => subject.startsWith(`rpc.${service}.`));

describe.each(SERVICES)('%s', (service) => {
  const others = SERVICES.filter((other) => other !== service);

  it('calls the operations that it uses, and answers for itself alone', () => {
    for (const subject of natsUses[service].operations) expect(may('publish', service, subject)).toBe(true);
    for (const other of SERVICES) {
      expect(may('publish', service, `rpc.${other}.doAnything`)).toBe(false);
      expect(may('publish', service, `rpc.${other}.chunk.0123abcd.0.1`)).toBe(calls(service, other));
    }
    expect(may('subscribe', service, `rpc.${service}.>`)).toBe(true);
    for (const other of others) expect(may('subscribe', service, `rpc.${other}.getThing`)).toBe(false);
  });

  it('answers its callers, and reads its own inbox', () => {
    for (const name of PROCESSES) {
      expect(may('publish', service, inboxOf(name))).toBe(calls(name, service));
      expect(may('subscribe', service, inboxOf(name))).toBe(name === service);
    }
    expect(may('subscribe', service, '_INBOX.x')).toBe(false);
  });

  it('publishes its own events into its own stream, and changes no stream', () => {
    expect(may('publish', service, `event.${service}.thing.made`)).toBe(true);
    for (const other of others) expect(may('publish', service, `event.${other}.thing.made`)).toBe(false);
    for (const other of SERVICES) {
      for (const verb of ['CREATE', 'UPDATE', 'DELETE', 'PURGE'])
        expect(may('publish', service, `$JS.API.STREAM.${verb}.${streamOf(other)}`)).toBe(false);
    }
  });

  it('receives from its own consumers and from none of others, and makes none', () => {
    for (const name of SERVICES) {
      for (const [producer, durable, subject] of natsUses[name].consumers) {
        const place = `${streamOf(producer)}.${durable}`;
        for (const request of [`MSG.NEXT.${place}`, `INFO.${place}`])
          expect(may('publish', service, `$JS.API.CONSUMER.${request}`)).toBe(name === service);
        expect(may('publish', service, `$JS.ACK.${place}.1.2.3.4.5`)).toBe(name === service);
        const made = [
          `CREATE.${place}.${subject}`,
          `CREATE.${place}.event.x`,
          `CREATE.${place}`,
          `DURABLE.CREATE.${place}`,
        ];
        for (const request of [...made, `DELETE.${place}`])
          expect(may('publish', service, `$JS.API.CONSUMER.${request}`)).toBe(false);
      }
    }
  });
});

it('lets the gateway ask, hear its answers, and make and keep the streams and consumers that are declared', () => {
  const { publish, subscribe } = natsPermissions('gateway');
  const made = SERVICES.flatMap((service) => [
    ...['CREATE', 'INFO', 'UPDATE', 'PURGE', 'MSG.GET'].map((verb) => `STREAM.${verb}.${streamOf(service)}`),
    `CONSUMER.LIST.${streamOf(service)}`,
    ...natsUses[service].consumers.map(([producer, durable, subject]) =>
      ['CONSUMER.CREATE', streamOf(producer), durable, subject].join('.'),
    ),
  ]);
  const others = publish.filter((subject) => !subject.startsWith('rpc.'));
  expect(others.sort()).toEqual(made.map((subject) => `$JS.API.${subject}`).sort());
  expect(subscribe).toEqual(['_INBOX_gateway.>']);
});

it('grants no process everything', () => {
  for (const name of PROCESSES) {
    for (const verb of ['publish', 'subscribe'] as const) {
      for (const subject of ['>', '*.x', '$SYS.REQ.SERVER.PING', '$JS.API.STREAM.DELETE.EVENTS_CONTENT'])
        expect([name, verb, may(verb, name, subject)]).toEqual([name, verb, false]);
    }
  }
});
