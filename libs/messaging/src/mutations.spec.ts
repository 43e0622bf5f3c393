import type { Database } from '@bindery/persistence';
import { anonymous } from '@bindery/contracts';
import type { Outbox } from './events/outbox';
import { Mutations, type MutationTarget } from './mutations';
import { withVersion } from './rpc/answer-marks';
import { runCall } from './rpc/call';

const operations = new Map([
  ['post', { groupCommit: 'different objects' as const }],
  ['edit', { groupCommit: 'all' as const }],
  ['rename', {}],
]);

/** The groups of the transactions that began. */
let groups: unknown[];
/** Whether the caller has begun a transaction, and the version of the row once it is locked. */
let inTransaction: boolean;
let lockedVersion: number | undefined;
let worked: boolean;
beforeEach(() => {
  [groups, inTransaction, lockedVersion, worked] = [[], false, undefined, false];
});

/** The mutations of a service on a database. */
function mutationsWith(db: Partial<Database>): Mutations {
  const outbox = { add: () => Promise.resolve() };
  const seal = { seal: (text: string) => text, open: (text: string) => text };
  return new Mutations('content', db as Database, outbox as unknown as Outbox, operations, seal);
}

/** Runs a mutation of the version 3, as the caller that has seen this version sends it. */
function mutate(operation: string, target: Partial<MutationTarget>, answer?: unknown, ifMatch?: string[]) {
  const transaction = (work: () => Promise<unknown>, group: unknown) => (groups.push(group), work());
  const query = () => Promise.resolve([{ version: lockedVersion }]);
  const mutations = mutationsWith({ transaction, inTransaction, query } as unknown as Database);
  const envelope = {
    requestId: 'r',
    deadline: 0,
    hops: 1,
    principal: anonymous,
    params: {},
    ...(ifMatch && { ifMatch }),
  };
  const work = () => ((worked = true), Promise.resolve(answer));
  return runCall({ service: 'content', operation, envelope }, () =>
    mutations.run({ organization: 'o', target: { type: 'space', id: 'a' }, ...target }, work),
  );
}

it.each([
  ['post', { key: 'space a', isFollowed: false }],
  ['edit', { key: 'space a', isFollowed: true }],
  ['rename', undefined],
])('runs %s in the group that its contract names', async (operation, group) => {
  expect([await mutate(operation, {}, 'done'), groups]).toEqual(['done', [group]]);
});

describe('a mutation that names the version which it was made for', () => {
  const row = { table: 'space', key: { id: 'a' } };
  const outdated = { code: 412 };

  it('does not begin when another one has changed the row since it was loaded', async () => {
    for (const version of [4, undefined]) {
      lockedVersion = version;
      await expect(mutate('rename', { version: 3, row }, undefined, ['3'])).rejects.toMatchObject(outdated);
    }
    expect(worked).toBe(false);
    lockedVersion = 3;
    await mutate('rename', { version: 3, row }, undefined, ['3']);
    expect(worked).toBe(true);
  });

  it('is undone when its answer shows that another one came first', async () => {
    const answer = (version: number) => withVersion({}, version);
    await expect(mutate('rename', { version: 3 }, answer(5), ['3'])).rejects.toMatchObject(outdated);
    await mutate('rename', { version: 3 }, answer(4), ['3']);
  });

  it('fails where nothing shows whether another one came first, whoever calls', async () => {
    await expect(mutate('rename', { version: 3 })).rejects.toThrow('If-Match');
    await mutate('rename', { version: 3, row });
    inTransaction = true;
    await mutate('rename', { version: 3 });
  });
});

it('refuses the second of two calls with one key, also where the lock of both is held by one shared transaction', async () => {
  const mutations = mutationsWith({
    transaction: (work: () => Promise<unknown>) => work(),
    query: (text: string) => Promise.resolve(text.includes('pg_try_advisory_xact_lock') ? [{ free: true }] : []),
    run: () => Promise.resolve(1),
  } as unknown as Database);
  const principal = { ...anonymous, kind: 'user' as const, user: 'alice' };
  const envelope = { requestId: 'r', deadline: 0, hops: 1, principal, params: {}, idempotencyKey: 'k' };
  const posted: string[] = [];
  const post = (id: string) =>
    runCall({ service: 'content', operation: 'post', envelope }, () =>
      mutations.run({ organization: 'o', target: { type: 'comment', id } }, () => Promise.resolve(posted.push(id))),
    );
  const [first, second] = await Promise.allSettled([post('a'), post('b')]);
  expect([first, second]).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 409 } }]);
  await post('c');
  expect(posted).toEqual(['a', 'c']);
});
