import type { Logger } from './logger';

/** Nest's own messages through our logger; what it reports as routine is only of interest when debugging. */
export function nestLogger(logger: Logger) {
  const line =
    (level: 'debug' | 'warn' | 'error') =>
    (message: unknown, ...rest: unknown[]) =>
      logger[level](
        { context: rest.at(-1) },
        message instanceof Error ? (message.stack ?? message.message) : String(message),
      );
  return {
    log: line('debug'),
    debug: line('debug'),
    verbose: line('debug'),
    warn: line('warn'),
    error: line('error'),
    fatal: line('error'),
  };
}
