import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { EntityManager, QueryRunner } from 'typeorm';
import { databaseError, isRetryable } from './database-errors';
import type { Sharing } from './sharing';

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

/** Begins a transaction on a connection of the runner. */
export async function begin(runner: QueryRunner): Promise<PoolClient> {
  const client = (await runner.connect()) as PoolClient;
  await runner.startTransaction();
  return client;
}

/** Runs the work of a transaction, commits it if it has begun, and gives its connection back; rolls it back when the work fails. */
export async function concluded<T>(runner: QueryRunner, transaction: Transaction, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    // Postgres would answer the commit by a rollback, and not call that an error.
    if (transaction.failed) throw transaction.failed.error;
    if (runner.isTransactionActive) await runner.commitTransaction();
    for (const effect of transaction.afterCommit) effect();
    return result;
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}

/** Stores what was gathered. */
export async function flush({ gathered }: Transaction): Promise<void> {
  for (const [write, values] of gathered) {
    gathered.delete(write);
    await write(values as never[]);
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
