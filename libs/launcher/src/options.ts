import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { LOOPBACK } from './embedded/free-port';
import { PROCESSES, type ProcessName } from './services';

const DEFAULT_PORT = 4_000;

export const HELP = `npm start [-- --port N] [--host A] [--separate-processes] [--watch SERVICE] [--take-over]

Runs the whole platform on this machine. Data is kept in .bindery/ between runs; Ctrl-C stops everything.

  --port N           the port of the API (default ${DEFAULT_PORT}; the next free one if it is taken)
  --host A           the IP address to listen on (default ${LOOPBACK}, which only this machine reaches; 0.0.0.0 for all)
  --separate-processes
                     each service in a process of its own, as in a cluster: for machines with many cores (the default is one
                     process for all services)
  --watch SERVICE    restarts the service, in a process of its own, after each change in it or in a library: one of
                     ${PROCESSES.join(', ')}
  --take-over        uses the database at DATABASE_URL also where it belongs to another installation, which can no longer
                     connect then; secrets that only its keys open are lost

Environment:
  DATABASE_URL   an administrator's URL of a Postgres server to use instead of an embedded one
  NATS_URL       a NATS server with JetStream to use instead of an embedded one
  PUBLIC_URL, TRUST_PROXY, CORS_ORIGINS, HOME_SITES, SIGN_UP, ORGANIZATION_CREATION, OUTBOUND_ALLOW, LOG_LEVEL, STORAGE_URL,
  MAIL_URL (smtp://...; without it mails are written to .bindery/mail and shown here), MAIL_FROM, RATE_LIMIT`;

export interface StartOptions {
  port: number;
  host: string;
  isSingleProcess: boolean;
  /** Whether to use a database that belongs to another installation. */
  takesOver: boolean;
  /** The service that follows its sources. */
  watch?: ProcessName;
}

/** The options, or undefined when help was requested. Throws an error that holds the help. */
export function startOptions(args: string[]): StartOptions | undefined {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      args,
      options: {
        port: text,
        host: text,
        'separate-processes': { type: 'boolean' },
        // The default. Accepted, because it had to be requested in 0.1.0.
        'single-process': { type: 'boolean' },
        watch: text,
        'take-over': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) return undefined;
    const { port = String(DEFAULT_PORT), host = LOOPBACK } = values;
    if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
      throw new Error(`--port must be a number from 1 to 65535, not ${port}`);
    if (isIP(host) === 0 && host !== 'localhost')
      throw new Error(`--host must be an IP address of this machine, such as 0.0.0.0, not ${host}`);
    const watch = PROCESSES.find((name) => name === values.watch);
    if (values.watch !== undefined && !watch)
      throw new Error(`--watch must be one of ${PROCESSES.join(', ')}, not ${values.watch}`);
    const isSeparate = values['separate-processes'] || watch !== undefined;
    if (isSeparate && values['single-process'])
      throw new Error('--separate-processes and --watch need a process for each service: leave out --single-process');
    const takesOver = values['take-over'] ?? false;
    return { port: Number(port), host, isSingleProcess: !isSeparate, takesOver, ...(watch && { watch }) };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${HELP}`);
  }
}
