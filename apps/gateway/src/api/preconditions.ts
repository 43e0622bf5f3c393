import type { FastifyRequest } from 'fastify';
import { ApiError, type Endpoint } from '@bindery/contracts';
import { admittedVersions } from './entity-tag';

/**
 * The preconditions in a mutation's headers: `Idempotency-Key` of at most 255 printable ASCII characters, and the row versions
 * that `If-Match` admits.
 */
export function readPreconditions(
  endpoint: Endpoint,
  { headers, params }: FastifyRequest,
): { idempotencyKey?: string; ifMatch?: string[] } {
  const key = headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key))) {
    const message = 'Idempotency-Key must be 1 to 255 printable ASCII characters';
    throw new ApiError(400, message, [{ field: 'header.idempotency-key', message }]);
  }
  const match = headers['if-match'];
  const ifMatch = match === undefined ? undefined : admittedVersions(endpoint, params as Record<string, string>, match);
  return { ...(key && { idempotencyKey: key }), ...(ifMatch && { ifMatch }) };
}
