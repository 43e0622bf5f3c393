import { ApiError, unavailable } from '@bindery/contracts';

interface PgError {
  code?: string;
  constraint?: string;
  message?: string;
}

/** Serialization failures and deadlocks: the whole transaction may be tried again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes((error as PgError)?.code ?? '');

/** A row with the same key exists already; `constraint` narrows it to one index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: violated } = (error ?? {}) as PgError;
  return code === '23505' && (constraint === undefined || constraint === violated);
}

/** A value that Postgres cannot take for the type it is compared with (class 22, data exceptions). */
export const isInvalidValue = (error: unknown): boolean => /^22/.test((error as PgError)?.code ?? '');

const connectionLost = /^(57P0[123]|08\w{3}|53300|ECONN\w+|EPIPE)$/;
const connectionLostMessage =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable|Query runner already released/;

/** A statement or lock that took too long, or a transaction that did nothing, or nothing else, for too long. */
const busy = /^(57014|55P03|25P0[34])$/;

/** The error that the caller gets for a failed statement: 503 when the database is away or overloaded, else the error itself. */
export function databaseError(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  const { code = '', message = '' } = (error ?? {}) as PgError;
  if (connectionLost.test(code) || connectionLostMessage.test(message))
    return unavailable('The database is not available');
  if (isRetryable(error) || busy.test(code)) return unavailable('The database is busy');
  return error;
}
