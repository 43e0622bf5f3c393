import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { EntityManager, QueryRunner } from 'typeorm';
import { traced } from '@bindery/observability';
import { databaseError, isRetryable } from './database-errors';
import type { Sharing } from './sharing';
import { joined, prepared, type Statement } from './statement';
import { statementSpan } from './statement-spans';

/** Stores the buffered values of a transaction. */
export type Write = (values: never[]) => Promise<void>;

/** The statement that inserts rows. It must not depend on rows that the same transaction inserts at its commit. */
export type Insert<T> = (rows: T[]) => Statement;

export interface Transaction {
  manager: EntityManager;
  /** Absent before it begins. */
  client?: PoolClient;
  afterCommit: (() => void)[];
  gathered: Map<Write, unknown[]>;
  /** The rows that are inserted with the commit. */
  inserts: Map<Insert<never>, unknown[]>;
  /** The error after which it cannot be committed, even if code has caught the error. */
  failed?: { error: unknown };
  /** Of one that several callers share. */
  sharing?: Sharing;
  /** Of one that has not begun: begins it. */
  begin?: () => Promise<void>;
  /** Rejects if Postgres could not begin it. */
  begun?: Promise<void>;
  /** The values that the work of a member passes to later members, once it has succeeded. */
  kept: Map<string, unknown>;
}

/** A transaction that has not begun. */
export const transactionOf = ({ manager }: QueryRunner): Transaction => ({
  manager,
  afterCommit: [],
  gathered: new Map(),
  inserts: new Map(),
  kept: new Map(),
});

/** A member of a shared transaction. Its buffered and passed values are its own until it has succeeded. */
export const memberOf = (transaction: Transaction, sharing: Sharing): Transaction => ({
  ...transaction,
  afterCommit: [],
  gathered: new Map(),
  inserts: new Map(),
  kept: new Map(),
  sharing,
});

/**
 * Begins a transaction on a connection of the runner. It does not wait for Postgres, so that a first statement that reads or
 * locks is sent in the same write. Statements that write have to wait for `begun`: if Postgres cannot begin the transaction, they
 * would take effect without one.
 */
export async function begin(runner: QueryRunner, transaction: Transaction): Promise<PoolClient> {
  const client = (await runner.connect()) as PoolClient;
  corkTurn(client);
  setActive(runner, true);
  transaction.begun = run(client, 'START TRANSACTION').then(() => undefined);
  transaction.begun.catch((error: unknown) => (transaction.failed ??= { error }));
  return client;
}

/** Runs the work of a transaction, commits it if it has begun, and releases its connection. Rolls it back if the work fails. */
export async function concluded<T>(runner: QueryRunner, transaction: Transaction, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    // Postgres would answer the commit with a rollback, and without an error.
    if (transaction.failed) throw transaction.failed.error;
    await commit(runner, transaction);
    for (const effect of transaction.afterCommit) effect();
    return result;
  } catch (error) {
    if (runner.isTransactionActive) await end(runner, 'ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}

/**
 * Inserts the rows and commits, in one write. The commit does not wait for the insert, because Postgres rolls a transaction with
 * a failed statement back.
 */
async function commit(runner: QueryRunner, { inserts, begun }: Transaction): Promise<void> {
  if (inserts.size > 0) await begun;
  const client = inserts.size > 0 ? ((await runner.connect()) as PoolClient) : undefined;
  if (client) corkTurn(client);
  const inserted = client && insertAll(client, inserts);
  const ended = runner.isTransactionActive ? end(runner, 'COMMIT') : undefined;
  const [insertion, ending] = await Promise.allSettled([inserted, ended]);
  if (insertion.status === 'rejected') throw insertion.reason;
  if (ending.status === 'rejected') throw ending.reason;
}

function insertAll(client: PoolClient, inserts: Transaction['inserts']): Promise<unknown> {
  const statement = joined([...inserts].map(([insert, rows]) => insert(rows as never[])));
  return traced(
    () => statementSpan(statement.text),
    () => client.query(prepared(statement)),
  );
}

async function end(runner: QueryRunner, statement: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  const { command } = await run((await runner.connect()) as PoolClient, statement);
  setActive(runner, false);
  // Code may have caught the error of a statement of TypeORM's manager.
  if (command !== statement) throw new Error('Postgres rolled the transaction back');
}

const run = (client: PoolClient, statement: string) =>
  traced(
    () => statementSpan(statement),
    () => client.query(statement),
  );

/** Marks TypeORM's manager as being in a transaction, so that it does not begin one. */
const setActive = (runner: QueryRunner, isTransactionActive: boolean) => Object.assign(runner, { isTransactionActive });

/** Sends all statements of this turn of the event loop in one write, because a write costs half the CPU time of a short statement. */
function corkTurn({ connection: { stream } }: PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Stores the buffered values. No write waits for earlier ones, so that all of them take one round trip. */
export async function flush(transaction: Transaction): Promise<void> {
  const { gathered, client } = transaction;
  while (gathered.size > 0) {
    if (client) corkTurn(client);
    const writes = [...gathered].map(([write, values]) => write(values as never[]));
    gathered.clear();
    // All statements must have ended before the transaction ends.
    const settled = await Promise.allSettled(writes);
    const failure = settled.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    // The first error ends the transaction for the statements after it.
    if (failure) throw transaction.failed?.error ?? failure.reason;
  }
}

/** Adds the buffered values and the effects of a member to those of the shared transaction. */
export function take({ gathered, inserts, afterCommit }: Transaction, member: Transaction): void {
  for (const [write, values] of member.gathered) buffer(gathered, write, values);
  for (const [insert, rows] of member.inserts) buffer(inserts, insert, rows);
  afterCommit.push(...member.afterCommit);
}

/** Adds values to those that are buffered under the same key. */
export function buffer<K>(buffered: Map<K, unknown[]>, key: K, values: readonly unknown[]): void {
  const known = buffered.get(key);
  if (known) known.push(...values);
  else buffered.set(key, [...values]);
}

const attempts = 3;
/** The maximum of a wait in milliseconds, times the number of attempts. */
const longestWait = 20;

/**
 * Runs the work, up to three times in total, with a random wait after a serialization failure or a deadlock. Throws the error that
 * callers get for the error of Postgres.
 */
export async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || attempt === attempts) throw databaseError(error);
      await sleep(Math.random() * longestWait * attempt);
    }
  }
}
