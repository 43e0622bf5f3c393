import { createHash } from 'node:crypto';
import { ApiError, type Page } from '@bindery/contracts';
import { isInvalidValue } from './database-errors';

/** Where a page begins: after the row with this sort value and id. */
export interface After {
  value: string;
  id: string;
}

export interface PageRequest {
  page?: string;
  limit: number;
}

interface List<Row> {
  /** What is listed, for whom and with which filters: a cursor of one list is refused by any other. */
  scope: unknown[];
  /** At most `limit` rows after the position, in the list's order. */
  rows: (after: After | undefined, limit: number) => Promise<Row[]>;
  position: (row: Row) => After;
  /**
   * The total; undefined where there are too many to count. Asked once, where the first page does not hold all, then carried
   * in the cursor.
   */
  count?: () => Promise<number | undefined>;
}

/**
 * One page of a list by keyset, so that a walk during writes misses and repeats nothing that existed throughout.
 * Throws 400 for a cursor that is not of this list.
 */
export async function paginate<Row>({ page, limit }: PageRequest, list: List<Row>): Promise<Page<Row>> {
  const scope = createHash('sha256').update(JSON.stringify(list.scope)).digest('base64url').slice(0, 11);
  const cursor = page === undefined ? undefined : decode(page, scope);
  const rows = await list.rows(cursor?.after, limit + 1).catch((error: unknown) => {
    throw cursor && isInvalidValue(error) ? foreignCursor() : error;
  });
  const hasMore = rows.length > limit;
  const count = cursor ? cursor.count : list.count && (await (hasMore ? list.count() : rows.length));
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const next = hasMore && last !== undefined ? { page: encode(scope, count, list.position(last)) } : undefined;
  return { items, ...(count !== undefined && { count }), ...(next && { next }) };
}

function encode(scope: string, count: number | undefined, { value, id }: After): string {
  return Buffer.from(JSON.stringify([scope, count ?? null, value, id])).toString('base64url');
}

function decode(page: string, scope: string): { count?: number; after: After } {
  const [of, count, value, id] = read(page);
  const wellFormed =
    (count === null || (Number.isSafeInteger(count) && Number(count) >= 0)) &&
    typeof value === 'string' &&
    typeof id === 'string';
  if (of !== scope || !wellFormed) throw foreignCursor();
  return { ...(count !== null && { count: count as number }), after: { value, id } };
}

function foreignCursor(): ApiError {
  const message = 'page must be the next.page of an answer of this list with the same filters';
  return new ApiError(400, message, [{ field: 'query.page', message }]);
}

function read(page: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(page, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
