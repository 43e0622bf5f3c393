import { ConfigError } from '@bindery/config';
import type { Metrics } from '@bindery/observability';
import { giveBackMemory } from './give-back-memory';
import { migrateService } from './migrate-service';
import { operate } from './operate/operate';
import { OperatorError } from './operate/operator-command';
import type { ServiceDefinition } from './start-service';

interface Running {
  metrics: Metrics;
  close(): Promise<void>;
}

/**
 * The program of a process of the platform. Without an argument it serves. One that owns data takes commands: with
 * `migrate` it brings its schema up to date and ends; `operate` has the others.
 */
export async function runProcess(
  start: (env: NodeJS.ProcessEnv) => Promise<Running>,
  define?: (env: NodeJS.ProcessEnv) => ServiceDefinition,
): Promise<void> {
  const words = process.argv.slice(2);
  const [command] = words;
  try {
    if (command === undefined) await serve(start);
    else if (!define) fail(`There is no command ${command}`);
    else if (command === 'migrate') await migrateService(define(process.env), process.env);
    else await tell(define(process.env), words);
  } catch (error) {
    const isKnown = error instanceof ConfigError || error instanceof OperatorError;
    fail(isKnown ? error.message : String((error as Error).stack));
  }
}

/** Runs an operator's command and prints what it reports: a table, or JSON with `--json`. */
async function tell(definition: ServiceDefinition, words: string[]): Promise<void> {
  const { report, json } = await operate(definition, words, process.env);
  if (report.failed) process.exitCode = 1;
  if (json) return void process.stdout.write(`${JSON.stringify(report)}\n`);
  if (report.rows.length > 0) console.table(report.rows);
  process.stdout.write(`${definition.name}: ${report.summary}\n${report.next ? `Next: ${report.next}\n` : ''}`);
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
  giveBackMemory();
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
