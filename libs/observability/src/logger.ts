import pino, { type Logger } from 'pino';

/** JSON lines on standard output. Secrets are cut wherever they would stand. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['authorization', 'token', 'password', 'secret', '*.authorization', '*.token', '*.password', '*.secret'],
      censor: '[redacted]',
    },
  });
}

export type { Logger };

/** The injection token of a service's logger. */
export const LOGGER = Symbol('logger');
