import { ConfigError } from '@bindery/config';
import type { Metrics } from '@bindery/observability';

interface Running {
  metrics: Metrics;
  close(): Promise<void>;
}

/**
 * Runs a process of the platform until SIGTERM or SIGINT, then closes it. What the configuration lacks is said plainly;
 * an unexpected exception ends the process, so that its supervisor starts it anew.
 */
export async function runProcess(start: (env: NodeJS.ProcessEnv) => Promise<Running>): Promise<void> {
  let running: Running;
  try {
    running = await start(process.env);
    running.metrics.collectProcess();
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`);
    process.exit(1);
  }
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
