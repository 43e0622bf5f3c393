import { ConfigError, configExitCode } from '@bindery/config';
import type { Metrics } from '@bindery/observability';
import { migrateService } from './migrate-service';
import { operate } from './operate/operate';
import { OperatorError } from './operate/operator-command';
import type { ServiceDefinition } from './service-definition';

interface RunningProcess {
  metrics: Metrics;
  close(): Promise<void>;
}

type Start = (env: NodeJS.ProcessEnv) => Promise<RunningProcess>;

/**
 * The program of a process of the platform. Without an argument it serves. The program of a service also has commands: `migrate`
 * applies migrations and ends; `operate` has the others.
 */
export const runProcess = (start: Start, define?: (env: NodeJS.ProcessEnv) => ServiceDefinition): Promise<void> =>
  runProgram(start, define && ((words, env) => runCommand(define(env), words, env)));

/** The same for a program with commands of its own. */
export async function runProgram(
  start: Start,
  command?: (words: string[], env: NodeJS.ProcessEnv) => Promise<void>,
): Promise<void> {
  const words = process.argv.slice(2);
  try {
    if (words.length === 0) await serve(start);
    else if (!command) fail(`There is no command ${words[0]}`);
    else await command(words, process.env);
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message, configExitCode);
    fail(error instanceof OperatorError ? error.message : String((error as Error).stack));
  }
}

/** Runs one command in the name of a service. */
export async function runCommand(
  definition: ServiceDefinition,
  words: string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (words[0] === 'migrate') await migrateService(definition, env);
  else await tell(definition, words, env);
}

/** Runs a command of an operator and prints its report: a table, or JSON with `--json`. */
async function tell(definition: ServiceDefinition, words: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { report, json } = await operate(definition, words, env);
  if (report.failed) process.exitCode = 1;
  if (json) return void process.stdout.write(`${JSON.stringify(report)}\n`);
  if (report.rows.length > 0) console.table(report.rows);
  process.stdout.write(`${definition.name}: ${report.summary}\n${report.next ? `Next: ${report.next}\n` : ''}`);
}

function fail(message: string, code = 1): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

/**
 * Runs until SIGTERM or SIGINT, then closes. An unexpected exception ends the process, so that its supervisor starts it again.
 */
async function serve(start: Start): Promise<void> {
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
