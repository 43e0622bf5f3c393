import type { Msg, NatsConnection, NatsError, SubscriptionOptions } from 'nats';
import { Subscriptions } from './subscriptions';

/** Whether the server refuses a subscription before it answers that it has read it. */
let isRefusing = false;

/** A connection, and the subscriptions that were made; `refuse` refuses the last one, as the server does. */
function refusing() {
  const made: SubscriptionOptions[] = [];
  const refuse = () => made.at(-1)!.callback!({ message: 'Permissions Violation' } as NatsError, {} as Msg);
  const connection = {
    subscribe: (_subject: string, options: SubscriptionOptions) => {
      made.push(options);
      return { drain: () => Promise.resolve() };
    },
    flush: async () => void (isRefusing && refuse()),
    isClosed: () => false,
    isDraining: () => false,
  };
  return { subscriptions: new Subscriptions(connection as unknown as NatsConnection), made, refuse };
}

it('tries a refused subscription again', async () => {
  const { subscriptions, made, refuse } = refusing();
  subscriptions.subscribe('subject', () => undefined);
  refuse();
  expect(subscriptions.isAnyRefused).toBe(true);
  await subscriptions.retry();
  expect(made).toHaveLength(2);
  expect(subscriptions.isAnyRefused).toBe(false);
});

it('goes on trying a subscription that is refused again, and says so', async () => {
  const { subscriptions, made, refuse } = refusing();
  subscriptions.subscribe('subject', () => undefined);
  refuse();
  isRefusing = true;
  await subscriptions.retry();
  expect(subscriptions.isAnyRefused).toBe(true);
  isRefusing = false;
  await subscriptions.retry();
  expect([made.length, subscriptions.isAnyRefused]).toEqual([3, false]);
});

it('does not subscribe again once the subscription is drained', async () => {
  const { subscriptions, made, refuse } = refusing();
  const subscription = subscriptions.subscribe('subject', () => undefined);
  refuse();
  await subscription.drain();
  await subscriptions.retry();
  expect(made).toHaveLength(1);
});
