import pino, { type DestinationStream, type Logger } from 'pino';
import { currentContext } from './request-context';

/** Fields that are never written, at the top of a line and one below. */
const secrets = [
  'authorization',
  'cookie',
  'token',
  'password',
  'secret',
  'shareKey',
  'certificate',
  'configuration',
  'email',
];

/**
 * JSON lines on standard output, each with the request that it belongs to. Fields that hold secrets are cut, and of errors
 * only what our own code says is kept: Postgres and TypeORM quote the values of a statement in theirs.
 */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: context,
    serializers: { err: describeError },
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  };
  return destination ? pino(options, destination) : pino(options);
}

function context() {
  const current = currentContext();
  if (!current) return {};
  const { requestId, operation, span } = current;
  return { requestId, operation, ...(span && { trace: span.traceparent.split('-')[1] }) };
}

interface DatabaseError extends Error {
  code: string;
  constraint?: string;
  table?: string;
}

/** An error as it is logged: one of Postgres by its SQLSTATE and what it is about, any other with its message and stack. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  // TypeORM wraps Postgres's error and adds the statement's values.
  const { driverError = error } = error as { driverError?: Error };
  if (isDatabaseError(driverError)) {
    const { code, constraint, table } = driverError;
    return { type: name, code, constraint, table, stack: /^ {4}at [^]*/m.exec(stack ?? '')?.[0] };
  }
  return { type: name, message, stack, ...(cause !== undefined && { cause: describeError(cause) }) };
}

const isDatabaseError = (error: Error): error is DatabaseError =>
  'severity' in error && /^[\dA-Z]{5}$/.test((error as Partial<DatabaseError>).code ?? '');

export type { Logger };

/** The injection token of a service's logger. */
export const LOGGER = Symbol('logger');
