import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { EntityManager, QueryRunner } from 'typeorm';
import { traced } from '@bindery/observability';
import { databaseError, isRetryable } from './database-errors';
import type { Sharing } from './sharing';
import { statementSpan } from './statement-spans';

/** Stores what was gathered in a transaction. */
export type Write = (values: never[]) => Promise<void>;

export interface Transaction {
  manager: EntityManager;
  /** Absent before it begins. */
  client?: PoolClient;
  afterCommit: (() => void)[];
  gathered: Map<Write, unknown[]>;
  /** The error after which it cannot be committed any more, even where it was caught. */
  failed?: { error: unknown };
  /** Of one that several callers share. */
  sharing?: Sharing;
  /** Of one that has not begun: begins it. */
  begin?: () => Promise<void>;
  /** Rejects if Postgres could not begin it. */
  begun?: Promise<void>;
  /** The values that a member's work leaves to those after it, once it has succeeded. */
  kept: Map<string, unknown>;
}

/** A transaction that has not begun. */
export const transactionOf = ({ manager }: QueryRunner): Transaction => ({
  manager,
  afterCommit: [],
  gathered: new Map(),
  kept: new Map(),
});

/** A member of a shared transaction: what it gathers and leaves is its own until it has succeeded. */
export const memberOf = (transaction: Transaction, sharing: Sharing): Transaction => ({
  ...transaction,
  afterCommit: [],
  gathered: new Map(),
  kept: new Map(),
  sharing,
});

/**
 * Begins a transaction on a connection of the runner. It does not wait for Postgres, so that a first statement that reads or
 * locks goes out in the same write; whatever writes has to wait for `begun`, or it would take effect where no transaction
 * could begin.
 */
export async function begin(runner: QueryRunner, transaction: Transaction): Promise<PoolClient> {
  const client = (await runner.connect()) as PoolClient;
  corkTurn(client);
  setActive(runner, true);
  transaction.begun = run(client, 'START TRANSACTION').then(() => undefined);
  transaction.begun.catch((error: unknown) => (transaction.failed ??= { error }));
  return client;
}

/** Runs the work of a transaction, commits it if it has begun, and gives its connection back; rolls it back when the work fails. */
export async function concluded<T>(runner: QueryRunner, transaction: Transaction, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    // Postgres would answer the commit by a rollback, and not call that an error.
    if (transaction.failed) throw transaction.failed.error;
    if (runner.isTransactionActive) await end(runner, 'COMMIT');
    for (const effect of transaction.afterCommit) effect();
    return result;
  } catch (error) {
    if (runner.isTransactionActive) await end(runner, 'ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}

async function end(runner: QueryRunner, statement: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  const { command } = await run((await runner.connect()) as PoolClient, statement);
  setActive(runner, false);
  // A statement of TypeORM's manager may have failed, and its error been caught.
  if (command !== statement) throw new Error('Postgres rolled the transaction back');
}

const run = (client: PoolClient, statement: string) =>
  traced(
    () => statementSpan(statement),
    () => client.query(statement),
  );

/** Marks TypeORM's manager as being in a transaction, so that it begins none of its own. */
const setActive = (runner: QueryRunner, isTransactionActive: boolean) => Object.assign(runner, { isTransactionActive });

/** Sends all statements of this turn of the event loop in one write: a write costs as much processor time as all else of a short statement. */
function corkTurn({ connection: { stream } }: PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Stores what was gathered. No write waits for those before it, so that all of them take one round trip. */
export async function flush(transaction: Transaction): Promise<void> {
  const { gathered, client } = transaction;
  while (gathered.size > 0) {
    if (client) corkTurn(client);
    const writes = [...gathered].map(([write, values]) => write(values as never[]));
    gathered.clear();
    // The connection must be left by all before the transaction ends.
    const settled = await Promise.allSettled(writes);
    const failure = settled.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    // The first error of Postgres ends the transaction for the statements behind it.
    if (failure) throw transaction.failed?.error ?? failure.reason;
  }
}

/** Hands over what a member of a shared transaction has gathered, and its effects, to all of it. */
export function take({ gathered, afterCommit }: Transaction, member: Transaction): void {
  for (const [write, values] of member.gathered) gathered.set(write, [...(gathered.get(write) ?? []), ...values]);
  afterCommit.push(...member.afterCommit);
}

const attempts = 3;
/** Milliseconds: no wait is longer than this, times the attempts that were made. */
const longestWait = 20;

/**
 * Does the work, and again up to three times in all, after a random wait, when Postgres asks for that (serialization failure,
 * deadlock). Throws what the error of Postgres means to callers.
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
