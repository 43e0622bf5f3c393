import type { Msg, NatsConnection, NatsError, SubscriptionOptions } from 'nats';
import { Subscriptions } from './subscriptions';

/** A connection whose server refuses every subscription, and the number of subscriptions that were made. */
function refusing() {
  const made: SubscriptionOptions[] = [];
  const connection = {
    subscribe: (_subject: string, options: SubscriptionOptions) => {
      made.push(options);
      return { drain: () => Promise.resolve() };
    },
    flush: () => Promise.resolve(),
    isClosed: () => false,
    isDraining: () => false,
  };
  const refuse = () => made.at(-1)!.callback!({ message: 'Permissions Violation' } as NatsError, {} as Msg);
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

it('does not subscribe again once the subscription is drained', async () => {
  const { subscriptions, made, refuse } = refusing();
  const subscription = subscriptions.subscribe('subject', () => undefined);
  refuse();
  await subscription.drain();
  await subscriptions.retry();
  expect(made).toHaveLength(1);
});
