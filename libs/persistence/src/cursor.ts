import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ApiError } from '@bindery/contracts';

/** Where a page of a list begins: after the row with this sort value and id. */
export interface KeysetPosition {
  value: string;
  id: string;
}

interface Cursor {
  after: KeysetPosition;
  /** The number of rows when the first page was requested. */
  count?: number | undefined;
}

/** The keys of the services of this process. */
const keysOf = new Map<string, readonly Buffer[]>();
/** A process without keys accepts only its own cursors. */
let keys: readonly Buffer[] = [randomBytes(32)];

/**
 * Signs cursors with the first key, so that every replica accepts them, and verifies them with all keys. Where several services
 * are in one process, the order is that of their names: they start in another order each time.
 */
export function signCursors(service: string, given: readonly Buffer[]): void {
  keysOf.set(service, given);
  keys = [...keysOf.keys()].sort().flatMap((name) => keysOf.get(name)!);
}

/** The cursor as text. `scope` identifies the list, its caller and its filters. */
export function writeCursor(scope: string, { count, after }: Cursor): string {
  const said = [scope, count ?? null, after.value, after.id];
  return Buffer.from(JSON.stringify([...said, signatureOf(said, keys[0]!)])).toString('base64url');
}

/** Throws 400 for a text that this platform has not written for the scope. */
export function readCursor(text: string, scope: string): Cursor {
  const [of, count, value, id, signature] = parse(text);
  const isWellFormed = typeof value === 'string' && typeof id === 'string' && typeof signature === 'string';
  const said = [of, count, value, id];
  if (of !== scope || !isWellFormed || !keys.some((key) => isEqual(signature, signatureOf(said, key))))
    throw foreignCursor();
  return { ...(count !== null && { count: count as number }), after: { value, id } };
}

export function foreignCursor(): ApiError {
  const message = 'page must be the next.page of an answer of this list with the same filters';
  return new ApiError(400, message, [{ field: 'query.page', message }]);
}

function parse(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** 128 bits. */
const signatureOf = (said: readonly unknown[], key: Buffer): string =>
  createHmac('sha256', key)
    .update(`cursor\0${JSON.stringify(said)}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
