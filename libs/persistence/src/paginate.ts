import { createHash } from 'node:crypto';
import type { Page } from '@bindery/contracts';
import { foreignCursor, readCursor, writeCursor, type KeysetPosition } from './cursor';
import { isInvalidValue } from './database-errors';

interface PageRequest {
  page?: string;
  limit: number;
}

interface List<Row> {
  /** The list, its caller and its filters. Another list rejects the cursors of this one. */
  scope: unknown[];
  /** At most `limit` rows after the position, in the list's order. */
  rows: (after: KeysetPosition | undefined, limit: number) => Promise<Row[]>;
  position: (row: Row) => KeysetPosition;
  /**
   * The total; undefined for too many rows to count. Called once, if there is more than one page; the cursor then carries the
   * result.
   */
  count?: () => Promise<number | undefined>;
  /** Whether later rows belong on a page of their own, although this page has room for them. */
  hasMore?: () => boolean;
}

/**
 * One page of a list, by keyset: a client that reads all pages during writes misses and repeats no row that exists all the time.
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
