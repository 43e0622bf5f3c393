import { ApiError, unavailable } from '@bindery/contracts';

interface PgError {
  severity?: string;
  code?: string;
  constraint?: string;
  message?: string;
}

/** Serialization failures and deadlocks: the whole transaction may be repeated. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes((error as PgError)?.code ?? '');

/** Postgres has answered a statement with an error: nothing of its transaction is committed. Unknown when the connection is lost. */
export const isRefused = (error: unknown): boolean => (error as PgError)?.severity === 'ERROR';

/** A row with the same key exists already; `constraint` narrows it to one index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: violated } = (error ?? {}) as PgError;
  return code === '23505' && (constraint === undefined || constraint === violated);
}

/** A value that Postgres cannot convert to the type with which it is compared (class 22, data exceptions). */
export const isInvalidValue = (error: unknown): boolean => /^22/.test((error as PgError)?.code ?? '');

/** With a refused login: it is no fault of the request, and ends when the operator gives the role its password back. */
const connectionLost = /^(57P0[123]|08\w{3}|28000|28P01|53300|ECONN\w+|EPIPE)$/;
const connectionLostMessage =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable|Query runner already released/;

/** A statement or lock that took too long, or a transaction that was idle or open for too long. */
const busy = /^(57014|55P03|25P0[34])$/;

/** The error that callers get for a failed statement: 503 if the database is down or overloaded, else the error itself. */
export function databaseError(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  const { code = '', message = '' } = (error ?? {}) as PgError;
  if (connectionLost.test(code) || connectionLostMessage.test(message))
    return unavailable('The database is not available');
  if (isRetryable(error) || busy.test(code)) return unavailable('The database is busy');
  return error;
}
