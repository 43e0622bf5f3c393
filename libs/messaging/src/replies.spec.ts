import { ErrorCode, NatsError, nuid, type Msg, type NatsConnection, type SubscriptionOptions } from 'nats';
import { inboxPrefix, isInbox } from '@bindery/config';
import { Replies } from './replies';

const subject = 'rpc.content.getSpaceById';

function replies() {
  const inboxes: string[] = [];
  const subscriptions: string[] = [];
  let receive: SubscriptionOptions['callback'];
  let close: () => void = () => undefined;
  const connection = {
    publish: (_: string, __: Uint8Array, { reply }: { reply: string }) => void inboxes.push(reply),
    subscribe: (inbox: string, { callback }: SubscriptionOptions) => {
      subscriptions.push(inbox);
      receive = callback;
    },
    closed: () => new Promise<void>((resolve) => (close = resolve)),
  };
  const all = new Replies(connection as unknown as NatsConnection, inboxPrefix('gateway'));
  return {
    all,
    inboxes,
    subscriptions,
    request: (to = subject) => all.request(to, Buffer.from('asked'), { timeout: 50 }),
    reply: (at: number, text: string, status?: number) =>
      void receive!(null, {
        subject: inboxes[at],
        data: Buffer.from(text),
        headers: status && { code: status },
      } as unknown as Msg),
    receive: (message: object) => void receive!(null, message as Msg),
    refuseInbox: () => void receive!(NatsError.errorForCode(ErrorCode.PermissionsViolation), {} as Msg),
    close: () => close(),
  };
}

it('hands each request its reply, in an inbox of its own, and nobody a second one', async () => {
  const { request, reply, inboxes, subscriptions } = replies();
  const [one, other] = [request(), request()];
  reply(1, 'other');
  reply(0, 'one');
  reply(0, 'again');
  expect([await one, await other].map(({ data }) => Buffer.from(data).toString())).toEqual(['one', 'other']);
  expect(subscriptions).toHaveLength(1);
  expect(inboxes.every(isInbox)).toBe(true);
  expect(new Set(inboxes).size).toBe(2);
});

it('says that nobody takes a request, and takes an empty reply for a reply', async () => {
  const { request, reply } = replies();
  const [refused, empty, failed] = [request(), request(), request()];
  reply(0, '', 503);
  reply(1, '');
  reply(2, '{}', 503);
  await expect(refused).rejects.toMatchObject({ code: '503' });
  expect((await empty).data).toHaveLength(0);
  expect(Buffer.from((await failed).data).toString()).toBe('{}');
});

it.each(['', '{}'])('hands on a reply of %j whose headers cannot be read', async (text) => {
  const { request, receive, inboxes } = replies();
  const asked = request();
  const reply = {
    subject: inboxes[0],
    data: Buffer.from(text),
    get headers(): never {
      throw new Error('invalid header value');
    },
  };
  receive(reply);
  expect(await asked).toBe(reply);
});

it('shows callees nothing of the names that the client gives to other inboxes', async () => {
  const { request, inboxes, close } = replies();
  const asked = request();
  expect(inboxes[0]).not.toContain(nuid.next().slice(0, 12));
  close();
  await expect(asked).rejects.toThrow();
});

it('subscribes again after the server has refused it its inbox', async () => {
  const { request, reply, refuseInbox, subscriptions } = replies();
  const refused = request();
  refuseInbox();
  await expect(refused).rejects.toMatchObject({ code: 'PERMISSIONS_VIOLATION' });
  const asked = request();
  reply(1, 'yes');
  expect((await asked).data).toHaveLength(3);
  expect(subscriptions).toHaveLength(2);
});

it('gives a request up when its time is over, and ignores its late reply', async () => {
  jest.useFakeTimers();
  const { request, reply } = replies();
  const asked = request();
  jest.advanceTimersByTime(50);
  jest.useRealTimers();
  reply(0, 'late');
  await expect(asked).rejects.toMatchObject({ code: 'TIMEOUT' });
});

it('rejects requests that the server refuses, and leaves others alone', async () => {
  const { all, request, reply } = replies();
  const [refused, other] = [request(), request('rpc.identity.getUser')];
  all.refuse(subject);
  reply(1, 'yes');
  await expect(refused).rejects.toMatchObject({ code: 'PERMISSIONS_VIOLATION' });
  expect((await other).data).toHaveLength(3);
});

it('rejects all requests when the connection closes', async () => {
  const { request, close } = replies();
  const asked = [request(), request()];
  close();
  for (const one of asked) await expect(one).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
});
