import { createHash } from 'node:crypto';
import type { Page } from '@bindery/contracts';
import { foreignCursor, readCursor, writeCursor, type After } from './cursor';
import { isInvalidValue } from './database-errors';

interface PageRequest {
  page?: string;
  limit: number;
}

interface List<Row> {
  /** The list, its caller and its filters: a cursor of one list is refused by any other. */
  scope: unknown[];
  /** At most `limit` rows after the position, in the list's order. */
  rows: (after: After | undefined, limit: number) => Promise<Row[]>;
  position: (row: Row) => After;
  /**
   * The total; undefined where there are too many to count. Asked once, where the first page does not hold all, then carried
   * in the cursor.
   */
  count?: () => Promise<number | undefined>;
  /** Whether rows follow that are for a page of their own, though this one has room for them. */
  hasMore?: () => boolean;
}

/**
 * One page of a list by keyset, so that a walk during writes misses and repeats nothing that existed throughout.
 * Throws 400 for a cursor that is not of this list.
 */
export async function paginate<Row>({ page, limit }: PageRequest, list: List<Row>): Promise<Page<Row>> {
  const scope = createHash('sha256').update(JSON.stringify(list.scope)).digest('base64url').slice(0, 11);
  const cursor = page === undefined ? undefined : readCursor(page, scope);
  const rows = await list.rows(cursor?.after, limit + 1).catch((error: unknown) => {
    throw cursor && isInvalidValue(error) ? foreignCursor() : error;
  });
  const hasMore = rows.length > limit || (list.hasMore?.() ?? false);
  const count = cursor ? cursor.count : list.count && (await (hasMore ? list.count() : rows.length));
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const next =
    hasMore && last !== undefined ? { page: writeCursor(scope, { count, after: list.position(last) }) } : undefined;
  return { items, ...(count !== undefined && { count }), ...(next && { next }) };
}
