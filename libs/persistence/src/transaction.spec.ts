import type { DataSource, QueryRunner } from 'typeorm';
import { Database } from './database';
import { begin, concluded, flush, transactionOf } from './transaction';

/** A connection on which the test answers statements: by `reply`, or one by one. */
function connection(reply?: (text: string) => Promise<{ command: string }>) {
  const statements: string[] = [];
  const answers: { resolve: (result: { command: string }) => void; reject: (error: Error) => void }[] = [];
  const stream = { corked: 0, cork: () => (stream.corked += 1), uncork: () => (stream.corked -= 1) };
  const query = (given: string | { text: string }) => {
    const text = typeof given === 'string' ? given : given.text;
    statements.push(text);
    return reply?.(text) ?? new Promise<{ command: string }>((resolve, reject) => answers.push({ resolve, reject }));
  };
  const client = { query, connection: { stream } };
  const runner = {
    manager: {},
    isTransactionActive: false,
    connect: async () => client,
    release: async () => undefined,
  };
  return { statements, answers, stream, runner: runner as unknown as QueryRunner };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('begins without waiting for Postgres, in one write with the first statement', async () => {
  const { statements, stream, runner } = connection();
  const client = await begin(runner, transactionOf(runner));
  void client.query('select 1');
  expect([statements, stream.corked]).toEqual([['START TRANSACTION', 'select 1'], 1]);
  await turn();
  expect(stream.corked).toBe(0);
});

it('commits nothing that could not begin', async () => {
  const { statements, answers, runner } = connection();
  const transaction = transactionOf(runner);
  const work = concluded(runner, transaction, async () => {
    await begin(runner, transaction);
    answers[0]!.reject(new Error('no transaction'));
    await turn();
  });
  const ended = expect(work).rejects.toThrow('no transaction');
  await turn();
  await turn();
  answers[1]!.resolve({ command: 'ROLLBACK' });
  await ended;
  expect(statements).toEqual(['START TRANSACTION', 'ROLLBACK']);
});

it.each([
  ['reads or locks', 'select 1 for update', ['START TRANSACTION', 'select 1 for update']],
  ['writes', 'insert into mark values (1)', ['START TRANSACTION']],
])('has a first statement that %s take no effect where the transaction cannot begin', async (_, statement, sent) => {
  let fail = (): void => undefined;
  const beginning = new Promise<never>((_, reject) => (fail = () => reject(new Error('no transaction'))));
  const { statements, runner } = connection((text) =>
    text === 'START TRANSACTION' ? beginning : beginning.catch(() => ({ command: text })),
  );
  const db = new Database({ createQueryRunner: () => runner } as unknown as DataSource);
  const work = db.transaction(() => db.run(statement), { key: 'mark', isFollowed: false });
  const ended = expect(work).rejects.toThrow('no transaction');
  await turn();
  expect(statements).toEqual(sent);
  fail();
  await ended;
  expect(statements).toEqual([...sent, 'ROLLBACK']);
});

it('says so when Postgres answers a commit by a rollback', async () => {
  const { answers, runner } = connection();
  const transaction = transactionOf(runner);
  const effects: string[] = [];
  transaction.afterCommit.push(() => effects.push('told'));
  const work = concluded(runner, transaction, () => begin(runner, transaction));
  const ended = expect(work).rejects.toThrow('rolled the transaction back');
  await turn();
  answers[0]!.resolve({ command: 'START' });
  answers[1]!.resolve({ command: 'ROLLBACK' });
  await ended;
  expect(effects).toEqual([]);
});

it('sends all that was gathered before any of it is answered', async () => {
  const { runner } = connection();
  const transaction = transactionOf(runner);
  const begun: string[] = [];
  let letGo = (): void => undefined;
  const all = new Promise<void>((resolve) => (letGo = resolve));
  const write = (name: string) => async () => {
    begun.push(name);
    if (begun.length === 2) letGo();
    await all;
  };
  transaction.gathered.set(write('documents'), []).set(write('revisions'), []);
  await flush(transaction);
  expect(begun).toEqual(['documents', 'revisions']);
});

it('leaves the connection only once nothing writes any more, with the error that came first', async () => {
  const { runner } = connection();
  const transaction = transactionOf(runner);
  let isDone = false;
  transaction.gathered
    .set(() => Promise.reject(new Error('refused')), [])
    .set(async () => {
      await turn();
      isDone = true;
    }, []);
  await expect(flush(transaction)).rejects.toThrow('refused');
  expect(isDone).toBe(true);
});

it('has each database in its own transaction alone, also within that of another one', async () => {
  const open = () => {
    const { runner } = connection((text) => Promise.resolve({ command: text }));
    return new Database({ createQueryRunner: () => runner } as unknown as DataSource);
  };
  const [one, other] = [open(), open()];
  const seen = () => [one, other].map(({ inTransaction }) => inTransaction);
  await one.transaction(async () => {
    expect(seen()).toEqual([true, false]);
    await other.transaction(async () => expect(seen()).toEqual([true, true]));
    expect(seen()).toEqual([true, false]);
  });
  expect(seen()).toEqual([false, false]);
});
