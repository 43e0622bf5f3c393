import type { Database } from '@bindery/persistence';
import { anonymous } from '@bindery/contracts';
import type { Outbox } from './events/outbox';
import { Mutations } from './mutations';
import { runCall } from './rpc/call';

const operations = new Map([
  ['post', { groupCommit: 'different objects' as const }],
  ['edit', { groupCommit: 'all' as const }],
  ['rename', {}],
]);

it.each([
  ['post', { key: 'space a', isFollowed: false }],
  ['edit', { key: 'space a', isFollowed: true }],
  ['rename', undefined],
])('runs %s in the group that its contract names', async (operation, group) => {
  const groups: unknown[] = [];
  const transaction = (work: () => Promise<unknown>, given: unknown) => (groups.push(given), work());
  const outbox = { add: () => Promise.resolve() };
  const seal = { seal: (text: string) => text, open: (text: string) => text };
  const db = { transaction } as unknown as Database;
  const mutations = new Mutations('content', db, outbox as unknown as Outbox, operations, seal);
  const envelope = { requestId: 'r', deadline: 0, hops: 1, principal: anonymous, params: {} };
  const subject = { organization: 'o', target: { type: 'space', id: 'a' } };
  const answer = await runCall({ service: 'content', operation, envelope }, () =>
    mutations.run(subject, () => Promise.resolve('done')),
  );
  expect([answer, groups]).toEqual(['done', [group]]);
});
