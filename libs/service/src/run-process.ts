import { ConfigError } from '@bindery/config';
import type { Metrics } from '@bindery/observability';
import { migrateService } from './migrate-service';
import type { ServiceDefinition } from './start-service';

interface Running {
  metrics: Metrics;
  close(): Promise<void>;
}

/**
 * The program of a process of the platform: without an argument it serves, with `migrate` it brings its schema up to date
 * and ends, if it has one.
 */
export async function runProcess(
  start: (env: NodeJS.ProcessEnv) => Promise<Running>,
  define?: (env: NodeJS.ProcessEnv) => ServiceDefinition,
): Promise<void> {
  const [command] = process.argv.slice(2);
  try {
    if (command === undefined) await serve(start);
    else if (command === 'migrate' && define) await migrateService(define(process.env), process.env);
    else fail(`There is no command ${command}${define ? '; there is migrate' : ''}`);
  } catch (error) {
    fail(error instanceof ConfigError ? error.message : String((error as Error).stack));
  }
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/**
 * Runs until SIGTERM or SIGINT, then closes. An unexpected exception ends the process, so that its supervisor starts it
 * anew.
 */
async function serve(start: (env: NodeJS.ProcessEnv) => Promise<Running>): Promise<void> {
  const running = await start(process.env);
  running.metrics.collectProcess();
  let closing = false;
  const close = async (code: number) => {
    if (closing) return;
    closing = true;
    setTimeout(() => process.exit(code || 1), 15_000).unref();
    await running.close().catch(() => undefined);
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void close(0));
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error) => {
      process.stderr.write(
        `${JSON.stringify({ level: 60, fault, error: String((error as Error)?.stack ?? error) })}\n`,
      );
      void close(1);
    });
  }
}
