import type { QueryRunner } from 'typeorm';
import { begin, concluded, flush, transactionOf } from './transaction';

/** A connection on which the test answers statements. */
function connection() {
  const statements: string[] = [];
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const stream = { corked: 0, cork: () => (stream.corked += 1), uncork: () => (stream.corked -= 1) };
  const query = (text: string) => {
    statements.push(text);
    return new Promise<void>((resolve, reject) => answers.push({ resolve, reject }));
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
  answers[1]!.resolve();
  await ended;
  expect(statements).toEqual(['START TRANSACTION', 'ROLLBACK']);
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
