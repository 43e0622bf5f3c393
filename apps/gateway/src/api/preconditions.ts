import type { FastifyRequest } from 'fastify';
import { ApiError } from '@bindery/contracts';

/**
 * What a mutation's headers demand: `Idempotency-Key` of at most 255 printable ASCII characters, and the row versions
 * that `If-Match` admits (our entity tags are `"<row version>-<hash>"`, so a change elsewhere in a composed answer does
 * not stand in the way of a write).
 */
export function readPreconditions({ headers }: FastifyRequest): { idempotencyKey?: string; ifMatch?: string[] } {
  const key = headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key))) {
    const message = 'Idempotency-Key must be 1 to 255 printable ASCII characters';
    throw new ApiError(400, message, [{ field: 'header.idempotency-key', message }]);
  }
  const match = headers['if-match'];
  const ifMatch = match?.split(',').map((tag) => /^\s*(?:W\/)?"(\d+)-[\w-]*"\s*$/.exec(tag)?.[1] ?? tag.trim());
  return { ...(key && { idempotencyKey: key }), ...(ifMatch && { ifMatch }) };
}
