import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { Load } from '@bindery/loading';
import { traced } from '@bindery/observability';
import { databaseError, isRefused, isRetryable } from './database-errors';
import { SharedTransactions, type TransactionGroup } from './shared-transactions';
import { NotShared, Sharing, type Member } from './sharing';
import { prepared } from './statement';
import { statementSpan } from './statement-spans';
import {
  begin,
  buffer,
  concluded,
  flush,
  memberOf,
  repeated,
  take,
  transactionOf,
  type Insert,
  type Transaction,
} from './transaction';

/** The transaction in which code runs, and one of another database around it. */
interface Context {
  database: Database;
  transaction: Transaction;
  outer?: Context;
}

/** One storage for all databases of a process: Node 20 copies each storage to every promise, which is expensive with many. */
const contexts = new AsyncLocalStorage<Context>();

/** The service's database. Inside `transaction` everything shares one connection without passing it on. */
export class Database {
  private readonly groups = new SharedTransactions(this);

  constructor(readonly source: DataSource) {}

  /** TypeORM's manager, of the current transaction if there is one. */
  get manager(): EntityManager {
    const transaction = this.current;
    if (transaction && (!transaction.client || transaction.sharing))
      throw new Error('In a transaction that begins late or is shared, write the statement yourself');
    return transaction?.manager ?? this.source.manager;
  }

  get inTransaction(): boolean {
    return this.current !== undefined;
  }

  private get current(): Transaction | undefined {
    let context = contexts.getStore();
    while (context && context.database !== this) context = context.outer;
    return context?.transaction;
  }

  private enter<T>(transaction: Transaction, work: () => T): T {
    return contexts.run({ database: this, transaction, outer: contexts.getStore() }, work);
  }

  /** Runs a prepared statement and returns its rows. */
  async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.execute(text, values)).rows as Row[];
  }

  /** Runs a prepared statement and returns the number of rows that it changed. */
  async run(text: string, values: unknown[] = []): Promise<number> {
    return (await this.execute(text, values)).rowCount ?? 0;
  }

  private async execute(text: string, values: unknown[]) {
    const transaction = this.current;
    if (transaction?.begin && (transaction.sharing || !isRead(text))) await transaction.begin();
    if (transaction?.begun && !/^\s*select\b/i.test(text)) await transaction.begun;
    const { client, sharing } = transaction ?? {};
    const runner: Pool | PoolClient = client ?? this.pool;
    const statement = () => runner.query(prepared({ text, values }));
    try {
      return await traced(
        () => statementSpan(text),
        () => (sharing ? sharing.execute(text, statement) : statement()),
      );
    } catch (error) {
      if (transaction) transaction.failed ??= { error };
      // After a serialization failure or a deadlock, the whole transaction is repeated.
      throw transaction && isRetryable(error) ? error : databaseError(error);
    }
  }

  /**
   * Runs `work` in a transaction, or in the one that is already open. Repeats it up to three times after a serialization failure
   * or a deadlock, so `work` must do nothing outside the database. With a group, work that arrives while another transaction of
   * any group runs shares the next transaction.
   */
  async transaction<T>(work: () => Promise<T>, group?: TransactionGroup): Promise<T> {
    if (this.inTransaction) return work();
    if (group) return this.groups.run(work, group);
    return repeated(() => this.once(work));
  }

  /**
   * Runs `work` in a transaction that begins with its first statement that writes or locks; without one there is no transaction.
   * Earlier reads run outside of it, and see the state at the time of each statement, as in a transaction. `enter` runs first in
   * the transaction: if it returns false, `work` has no effect. Repeated like `transaction`.
   */
  async transactionOnWrite(enter: () => Promise<boolean>, work: () => Promise<void>): Promise<void> {
    await repeated(() => this.late(enter, work)).catch((error: unknown) => {
      if (!(error instanceof NotEntered)) throw error;
    });
  }

  private late(enter: () => Promise<boolean>, work: () => Promise<void>): Promise<void> {
    const runner = this.source.createQueryRunner();
    const transaction = transactionOf(runner);
    let beginning: Promise<void> | undefined;
    const entered = async () => {
      const client = await begin(runner, transaction);
      if (!(await this.enter({ ...transaction, client, begin: undefined }, enter))) throw new NotEntered();
      Object.assign(transaction, { client, begin: undefined });
    };
    transaction.begin = () => (beginning ??= entered());
    return concluded(runner, transaction, async () => {
      await this.within(transaction, work);
      if (transaction.inserts.size > 0) await transaction.begin?.();
    });
  }

  /**
   * Runs the work of several callers in one transaction, and returns the outcome of each. The buffered inserts of work that
   * succeeds are stored. Work that fails does not affect the others if all writes are buffered inserts. Otherwise, or if a
   * statement fails, the transaction is rolled back, and this throws `NotShared`: each work may then run by itself. The transaction
   * begins with the first statement. Not repeated.
   */
  async shared<T>(members: readonly Member<T>[]): Promise<PromiseSettledResult<T>[]> {
    const runner = this.source.createQueryRunner();
    const transaction = transactionOf(runner);
    const sharing = new Sharing(members.length);
    let beginning: Promise<void> | undefined;
    const begun = async () => {
      const client = await begin(runner, transaction);
      for (const one of [transaction, ...own])
        Object.assign(one, { client, begun: transaction.begun, begin: undefined });
    };
    // In the context of the transaction, which belongs to several requests.
    const outside = new AsyncResource('Database.shared');
    transaction.begin = () => (beginning ??= outside.runInAsyncScope(begun));
    const own = members.map(() => memberOf(transaction, sharing));
    return concluded(runner, transaction, () =>
      this.enter(transaction, async () => {
        const settled = await this.settle(members, own, sharing);
        for (const [index, { status }] of settled.entries()) if (status === 'fulfilled') take(transaction, own[index]!);
        await flush(transaction).catch((error: unknown) => {
          throw new NotShared(error);
        });
        return settled;
      }),
    ).catch((error: unknown) => {
      throw isRefused(error) ? new NotShared(error) : databaseError(error);
    });
  }

  /** Runs the work of each member in its own part of a shared transaction. */
  private settle<T>(members: readonly Member<T>[], own: readonly Transaction[], sharing: Sharing) {
    return sharing.settle(
      members.map(({ key, work, enter = (run) => run() }, index) => ({
        key,
        run: async () => {
          const result = await enter(() => this.enter(own[index]!, work));
          for (const [name, value] of own[index]!.kept) sharing.kept.set(name, value);
          return result;
        },
      })),
    );
  }

  /** Whether the current transaction is shared: waiting for a lock would then hold up others. */
  get isShared(): boolean {
    return this.current?.sharing !== undefined;
  }

  /**
   * Returns the rows that a `select ... for update` locks. In a shared transaction it does not wait, and leaves out rows that
   * others have locked; `locked` then makes the work run by itself.
   */
  lock<Row>(text: string, values: unknown[]): Promise<Row[]> {
    return this.query(this.isShared ? `${text} skip locked` : text, values);
  }

  /** The row that work wanted to lock. In a shared transaction others may have locked a missing row: the work then runs by itself. */
  locked<T>(found: T | undefined): T | undefined {
    if (found === undefined) this.leaveSharedTransaction();
    return found;
  }

  /** Has work run again by itself where its transaction is shared: a row that it misses may be one that other work has buffered. */
  leaveSharedTransaction(): void {
    if (this.isShared) throw new NotShared();
  }

  /**
   * Loads one key; in a shared transaction, all keys of `load` in the same turn of the event loop are loaded
   * with one call, which answers in the order of its keys.
   */
  async loadBatched<K, V>(load: Load<K, V>, key: K): Promise<V> {
    const sharing = this.current?.sharing;
    return sharing ? sharing.ask(load, key) : (await load([key]))[0]!;
  }

  /** Passes a value to later work in the transaction, once this one has succeeded: its buffered rows cannot be read yet. */
  passOn(name: string, value: unknown): void {
    this.current?.kept.set(name, value);
  }

  /** The value that earlier work in the transaction, or this one, has passed under a name. */
  passedOn<T>(name: string): T | undefined {
    const { kept, sharing } = this.current ?? {};
    return (kept?.get(name) ?? sharing?.kept.get(name)) as T | undefined;
  }

  /** Calls `effect` once the current transaction is committed; at once where there is none. */
  afterCommit(effect: () => void): void {
    const transaction = this.current;
    if (transaction) transaction.afterCommit.push(effect);
    else effect();
  }

  /**
   * Buffers a value until the end of the current transaction, and then stores all values of `write` with one call, so that rows
   * which are not read before need no round trip each.
   */
  bufferInsert<T>(write: (values: T[]) => Promise<void>, value: T): void {
    const { gathered } = this.current ?? {};
    if (!gathered) throw new Error('Nothing is gathered outside a transaction');
    buffer(gathered, write, [value]);
  }

  /**
   * Inserts a row when the current transaction commits: all rows of `insert` with one statement, and the statements of all in the
   * same round trip as the commit. A shared transaction of such rows alone is one statement: a lone comment then takes one round
   * trip to Postgres instead of four.
   */
  insertAtCommit<T>(insert: Insert<T>, row: T): void {
    const { inserts } = this.current ?? {};
    if (!inserts) throw new Error('Nothing is inserted at a commit outside a transaction');
    buffer(inserts, insert, [row]);
  }

  private once<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner();
    const transaction = transactionOf(runner);
    return concluded(runner, transaction, async () => {
      transaction.client = await begin(runner, transaction);
      // TypeORM's manager does not use `execute`.
      await transaction.begun;
      return this.within(transaction, work);
    });
  }

  /** Runs the work as part of a transaction, and stores its buffered values. */
  private within<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
    return this.enter(transaction, async () => {
      const result = await work();
      await flush(transaction);
      return result;
    });
  }

  get pool(): Pool {
    return (this.source.driver as unknown as { master: Pool }).master;
  }

  /**
   * Ends each session with its work: when it closes, TypeORM returns sessions in use to the pool, where another waiting caller
   * would commit the open transaction.
   */
  endSessions(): void {
    this.pool.options.maxUses = 1;
  }

  /** Whether Postgres answers. */
  async isReady(): Promise<boolean> {
    try {
      await this.pool.query('select 1');
      return true;
    } catch {
      // Also once the service has closed, when there is no pool.
      return false;
    }
  }
}

/** The transaction of `transactionOnWrite` must be rolled back. */
class NotEntered extends Error {}

/** Whether a statement neither writes nor locks anything. */
const isRead = (text: string): boolean =>
  /^\s*(?:\/\*[^*]*\*\/\s*)?select\b/i.test(text) && !/\bfor\s+(?:no\s+key\s+|key\s+)?(?:update|share)\b/i.test(text);
