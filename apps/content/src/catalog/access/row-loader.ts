import { BatchLoader } from '@bindery/loading';
import type { Principal } from '@bindery/contracts';
import type { Database } from '@bindery/persistence';
import { scopeOf } from './scope';

interface ScopedKey {
  scope: unknown[];
  id: string;
}

/** The ids that callers of one scope request, and the rows found for them. */
interface ScopeRows<Row> {
  scope: unknown[];
  ids: Set<string>;
  rows: Map<string, Row>;
}

/**
 * Rows as callers see them. Concurrent requests outside of a transaction share one statement for each scope, because most
 * of them come from one caller. Rows are shared, so callers must not change them.
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
