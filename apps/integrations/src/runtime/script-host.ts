import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { LogLevel } from '@bindery/contracts';
import { storableText, type Script, type ScriptLog } from './script-runtime';

/** Milliseconds after a request within which its remaining work must end for its logs to be stored. */
const patience = 60_000;

/** The logs of one request, in the form of the dispatcher. */
interface Trace {
  call: string;
  logs: { level: string; message: string; timestamp: number }[];
}

/** Provides a runtime process with the scripts that it is to run, and receives their logs. */
export class ScriptHost {
  private readonly scripts = new Map<string, Script>();
  private readonly waiting = new Map<string, (logs: ScriptLog[]) => void>();
  private readonly onQuiet: (() => void)[] = [];

  private constructor(private readonly server: Server) {}

  static async listen(socket: string): Promise<ScriptHost> {
    const server = createServer();
    const host = new ScriptHost(server);
    server.on('request', (request, response) => {
      host.answer(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve));
    return host;
  }

  offer(script: Script): void {
    this.scripts.set(script.id, script);
  }

  /** The logs of a request, once it and its remaining work have ended; none when that takes too long. */
  logsOf(call: string): Promise<ScriptLog[]> {
    return new Promise((resolve) => {
      const end = (logs: ScriptLog[]) => {
        clearTimeout(timer);
        this.waiting.delete(call);
        resolve(logs);
        if (this.isQuiet) for (const tell of this.onQuiet.splice(0)) tell();
      };
      const timer = setTimeout(() => end([]), patience).unref();
      this.waiting.set(call, end);
    });
  }

  /** Stops waiting for the logs of a request that was not made. */
  forget(call: string): void {
    this.waiting.get(call)?.([]);
  }

  /** Whether no logs are awaited, so that no script works after its answer. */
  get isQuiet(): boolean {
    return this.waiting.size === 0;
  }

  /** Waits until no logs are awaited. */
  quiet(): Promise<void> {
    return new Promise((resolve) => (this.isQuiet ? resolve() : this.onQuiet.push(resolve)));
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
    for (const end of this.waiting.values()) end([]);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, kind, id = ''] = (request.url ?? '').split('/');
    if (kind === 'logs') {
      const traces = JSON.parse((await buffer(request)).toString()) as Trace[];
      for (const trace of traces) this.waiting.get(trace.call)?.(logsOf(trace));
      return void response.end();
    }
    const script = this.scripts.get(id);
    if (!script) return void response.writeHead(404).end();
    response.end(await script.load());
  }
}

const levels: Record<string, LogLevel> = { debug: 'debug', warn: 'warn', error: 'error' };

const logsOf = ({ logs }: Trace): ScriptLog[] =>
  logs.map(({ level, message, timestamp }) => ({
    level: levels[level] ?? 'info',
    message: storableText(message),
    at: new Date(timestamp),
  }));
