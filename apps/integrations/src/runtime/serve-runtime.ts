import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { readConfig } from '@bindery/config';
import { createLogger, Metrics, portOf, startHealthServer } from '@bindery/observability';
import { runtimeProcessSettings } from '../integrations.config';
import { readAsked, scriptWanted, outcomeOnWire, type RuntimeQuestion } from './runtime-wire';
import { ScriptFailure, type ScriptRuntime } from './script-runtime';
import { WorkerdRuntime, workerdOptions } from './workerd-runtime';

/** The maximum of cached characters of all scripts, for processes that are yet to start. */
const keptScripts = 64 * 1024 * 1024;

interface RunningRuntime {
  port: number;
  metrics: Metrics;
  close(): Promise<void>;
}

/**
 * Starts a runtime in its own process: `POST /run` (see `runtime-wire.ts`) beside health and metrics, for callers with
 * its key. It has no database, no files and no messages, only the content of a request. Throws `ConfigError`.
 */
export async function startRuntime(env: NodeJS.ProcessEnv): Promise<RunningRuntime> {
  const config = readConfig(runtimeProcessSettings, env);
  const logger = createLogger('runtime', config.LOG_LEVEL);
  const metrics = new Metrics('runtime');
  const runtime = new WorkerdRuntime(workerdOptions(config.PUBLIC_URL, config, metrics));
  const served = new ServedRuntime(runtime, config.RUNTIME_KEY);
  let isClosing = false;
  const server = await startHealthServer(
    { port: config.PORT },
    { accepting: () => !isClosing },
    metrics,
    (request, response) => {
      served.answer(request, response).catch((error: unknown) => {
        logger.warn({ err: error }, 'A request could not be answered');
        response.destroy();
      });
    },
  );
  logger.info({ port: portOf(server) }, 'Ready');
  const close = async () => {
    isClosing = true;
    await runtime.close();
    server.closeIdleConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { port: portOf(server), metrics, close };
}

class ServedRuntime {
  private readonly scripts = new LRUCache<string, string>({
    maxSize: keptScripts,
    sizeCalculation: ({ length }) => length || 1,
  });
  private readonly authorization: Buffer;

  constructor(
    private readonly runtime: ScriptRuntime,
    key: string,
  ) {
    this.authorization = Buffer.from(`Bearer ${key}`);
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.knows(request)) return void response.writeHead(401).end();
    const asked = await readAsked(request);
    if (asked.text !== undefined) this.scripts.set(asked.script, asked.text);
    else if (!this.scripts.has(asked.script)) return void response.writeHead(scriptWanted).end();
    const outcomes = await this.run(asked);
    response.write(`${JSON.stringify(outcomes.map(outcomeOnWire))}\n`);
    await Promise.all(
      outcomes.map(async ({ logs }, at) => {
        response.write(`${JSON.stringify({ at, logs: await logs })}\n`);
      }),
    );
    response.end();
  }

  private async run({ organization, script: id, inTurn, messages }: RuntimeQuestion) {
    const script = { id, load: () => this.load(id) };
    if (inTurn) return this.runtime.runInTurn({ organization, script, messages });
    try {
      return [await this.runtime.run({ organization, script, ...messages[0]! })];
    } catch (error) {
      if (error instanceof ScriptFailure) return [error];
      throw error;
    }
  }

  private load(id: string): Promise<string> {
    const text = this.scripts.get(id);
    return text === undefined ? Promise.reject(new Error(`The script ${id} is gone`)) : Promise.resolve(text);
  }

  private knows({ headers }: IncomingMessage): boolean {
    const given = Buffer.from(headers.authorization ?? '');
    return given.length === this.authorization.length && timingSafeEqual(given, this.authorization);
  }
}
