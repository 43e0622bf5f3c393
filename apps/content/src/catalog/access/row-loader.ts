import { BatchLoader } from '@bindery/batching';
import type { Principal } from '@bindery/contracts';
import type { Database } from '@bindery/persistence';
import { scopeOf } from './scope';

interface ScopedKey {
  scope: unknown[];
  id: string;
}

/** What callers of one scope ask for, and what there is of it. */
interface ScopeRows<Row> {
  scope: unknown[];
  ids: Set<string>;
  rows: Map<string, Row>;
}

/**
 * Rows as callers see them. Whoever asks at the same time, in no transaction, is answered by one statement for each scope:
 * much that is asked for at the same time is one caller's. Nobody may change a row: others have it as well.
 */
export class RowLoader<Row extends { id: string }> {
  private readonly batched = new BatchLoader((asked: ScopedKey[]) => this.answer(asked));

  constructor(
    private readonly db: Database,
    private readonly read: (scope: unknown[], ids: string[]) => Promise<Row[]>,
  ) {}

  async get(principal: Principal, id: string): Promise<Row | undefined> {
    const asked = { scope: scopeOf(principal), id };
    return this.db.inTransaction ? (await this.answer([asked]))[0] : this.batched.load(asked);
  }

  private async answer(asked: ScopedKey[]): Promise<(Row | undefined)[]> {
    const scopes = new Map<string, ScopeRows<Row>>();
    const answers = asked.map(({ scope, id }) => {
      const name = JSON.stringify(scope);
      let share = scopes.get(name);
      if (!share) scopes.set(name, (share = { scope, ids: new Set(), rows: new Map() }));
      share.ids.add(id);
      return { rows: share.rows, id };
    });
    const readRows = async ({ scope, ids, rows }: ScopeRows<Row>): Promise<void> => {
      for (const row of await this.read(scope, [...ids])) rows.set(row.id, row);
    };
    await Promise.all([...scopes.values()].map(readRows));
    return answers.map(({ rows, id }) => rows.get(id));
  }
}
