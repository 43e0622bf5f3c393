import { PROCESSES, SERVICES } from '../services';
import { natsPermissions } from './nats-permissions';

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

describe.each(SERVICES)('%s', (service) => {
  const others = SERVICES.filter((other) => other !== service);

  it('asks every service and answers for itself alone', () => {
    for (const other of SERVICES) expect(may('publish', service, `rpc.${other}.getThing`)).toBe(true);
    expect(may('subscribe', service, `rpc.${service}.>`)).toBe(true);
    for (const other of others) expect(may('subscribe', service, `rpc.${other}.getThing`)).toBe(false);
  });

  it('answers into every inbox and reads only its own', () => {
    for (const name of PROCESSES) {
      const inbox = `_INBOX_${name.replaceAll('-', '_')}.x.1`;
      expect(may('publish', service, inbox)).toBe(true);
      expect(may('subscribe', service, inbox)).toBe(name === service);
    }
    expect(may('subscribe', service, '_INBOX.x')).toBe(false);
  });

  it('publishes its own events into its own stream and can change no other', () => {
    const stream = `EVENTS_${service.replaceAll('-', '_').toUpperCase()}`;
    expect(may('publish', service, `event.${service}.thing.made`)).toBe(true);
    expect(may('publish', service, `$JS.API.STREAM.CREATE.${stream}`)).toBe(true);
    for (const other of others) {
      expect(may('publish', service, `event.${other}.thing.made`)).toBe(false);
      for (const verb of ['CREATE', 'UPDATE', 'DELETE', 'PURGE']) {
        expect(
          may('publish', service, `$JS.API.STREAM.${verb}.EVENTS_${other.replaceAll('-', '_').toUpperCase()}`),
        ).toBe(false);
      }
    }
  });

  it('consumes the streams of others', () => {
    for (const subject of [
      'CONSUMER.CREATE.EVENTS_CONTENT.x.event.content.>',
      'CONSUMER.MSG.NEXT.EVENTS_CONTENT.x',
      'CONSUMER.INFO.EVENTS_CONTENT.x',
    ]) {
      expect(may('publish', service, `$JS.API.${subject}`)).toBe(true);
    }
    expect(may('publish', service, '$JS.ACK.EVENTS_CONTENT.x.1.2.3.4.5')).toBe(true);
  });
});

it('lets the gateway ask and hear its answers, and nothing else', () => {
  expect(natsPermissions('gateway')).toEqual({ publish: ['rpc.*.>'], subscribe: ['_INBOX_gateway.>'] });
});

it('grants no process everything', () => {
  for (const name of PROCESSES) {
    for (const verb of ['publish', 'subscribe'] as const) {
      for (const subject of ['>', '*.x', '$SYS.REQ.SERVER.PING', '$JS.API.STREAM.DELETE.EVENTS_CONTENT'])
        expect([name, verb, may(verb, name, subject)]).toEqual([name, verb, false]);
    }
  }
});
