import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Pool } from 'undici';
import { endWithParent, lowerPriority } from '@bindery/service/processes';
import { answeredHeader, callHeader, scriptHeader, turnsHeader, workerdConfig, type Sockets } from './dispatcher';
import { EgressProxy, type EgressOptions } from './egress-proxy';
import { createFolder, memoryOf, notePid, removeFolder } from './process-folder';
import { ScriptHost } from './script-host';
import {
  ScriptFailure,
  type ScriptAnswer,
  type ScriptCall,
  type ScriptStatus,
  type ScriptTurns,
} from './script-runtime';
import { systemTimer, TimeLimit, type Overrun, type Timer } from './time-limit';
import { bodyOf, linesOf, type DispatchResult } from './turns';

interface ProcessLimits {
  /** Milliseconds for one request. */
  time: number;
  /** MiB of the whole process. */
  memory: number;
  /** Bytes of one answer. */
  answer: number;
}

export interface ProcessOptions {
  limits: ProcessLimits;
  egress: EgressOptions;
  /** By default that of the system. */
  timer?: Timer;
  /** Called once a process has exited that was killed at the limit of a script. */
  onOverrun?: (overrun: Overrun) => void;
}

/** The owner of a process. */
interface ProcessUser {
  /** The process accepts no more requests, for any reason. May be called more than once. */
  onEnd: () => void;
  /** It was killed because of a script. */
  onFault?: () => void;
  /** It should get no more requests, though it accepts them: its memory is nearly full. Called repeatedly. */
  onFull?: () => void;
  /** One of its processes was killed lately because of a script. */
  isSuspect?: boolean;
}

/** Milliseconds until a new process takes requests. Long, as it starts with a low priority on a machine that may be busy. */
const startTime = 15_000;
/** Milliseconds between two checks of a process. */
const watchEvery = 100;
const pingEvery = 1_000;
/**
 * Milliseconds for which an unused connection is kept. workerd closes one after five seconds (kj's `pipelineTimeout`), and a request
 * that is sent at that moment is lost; undici's own four seconds are too near to it, as its clock ticks once a second.
 */
const keepAliveTimeout = 1_000;
/** Milliseconds after which no further request of a batch is made, so that results are stored and other runs get their turn. */
const turnTime = 500;
/** The share of its memory from which a process counts as full. */
const fullFrom = 0.75;
/** Concurrent requests of one process. */
export const maxCalls = 16;
const mebibyte = 1024 * 1024;
/** Scripts never take CPU time from the services, nor do those killed lately for overuse take it from other scripts (`nice`). */
const niceness = { usual: 15, suspect: 19 };

/** A workerd process that runs the scripts of one organization. */
export class WorkerdProcess {
  /** The time of its last activity, in milliseconds of `performance.now()`. */
  lastUsed = performance.now();
  running = 0;
  private endReason = 'The script was interrupted and has to be run again';
  private readonly client: Pool;
  private readonly watch: NodeJS.Timeout;
  private lastPing = performance.now();
  private pinging = false;
  private isRetiring = false;
  private readonly limits: ProcessLimits;
  private readonly timer: Timer;
  private overrun?: Omit<Overrun, 'exited'>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly host: ScriptHost,
    private readonly options: ProcessOptions,
    socket: string,
    private readonly user: ProcessUser,
  ) {
    this.limits = options.limits;
    this.timer = options.timer ?? systemTimer;
    this.client = new Pool('http://dispatcher', {
      ...{ socketPath: socket, connections: maxCalls + 1, keepAliveTimeout, headersTimeout: 0, bodyTimeout: 0 },
    });
    this.watch = setInterval(() => void this.look(), watchEvery).unref();
  }

  static async start(binary: string, options: ProcessOptions, user: ProcessUser): Promise<WorkerdProcess> {
    const folder = await createFolder();
    const sockets: Sockets = { http: join(folder, 'http'), host: join(folder, 'host'), egress: join(folder, 'egress') };
    const config = join(folder, 'config.capnp');
    await writeFile(config, workerdConfig(sockets, options.limits.memory));
    const host = await ScriptHost.listen(sockets.host);
    const proxy = await EgressProxy.listen(sockets.egress, options.egress);
    const child = spawn(binary, ['serve', '--experimental', '--control-fd=3', config], {
      // With a session of its own, the process gets its own share of CPU time.
      ...{ cwd: '/', env: {}, detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    });
    endWithParent(child, 'SIGKILL');
    const exited = new Promise<void>((resolve) => child.once('error', () => resolve()).once('exit', () => resolve()));
    const process = new WorkerdProcess(child, host, options, sockets.http, user);
    void exited.then(() => process.ended(proxy, folder));
    const isReady = await Promise.race([process.ready(folder), exited.then(() => false)]);
    if (!isReady) throw new ScriptFailure('Scripts cannot run here at the moment: the runtime does not start');
    return process;
  }

  /** Whether it has no requests, and no work of scripts after their answers. */
  get isIdle(): boolean {
    return this.running === 0 && this.host.isQuiet;
  }

  async run({ script, headers, body }: ScriptCall): Promise<ScriptAnswer> {
    const id = randomUUID();
    this.running++;
    this.host.offer(script);
    const logs = this.host.logsOf(id);
    const limit = this.limit();
    try {
      const answer = await this.client.request({
        ...{ method: 'POST', path: '/', body },
        headers: { ...headers, [scriptHeader]: script.id, [callHeader]: id },
      });
      const content = await this.read(answer.body);
      if (!answer.headers[answeredHeader])
        throw new ScriptFailure(`The script failed: ${content.toString()}`, false, logs);
      const { [answeredHeader]: _, ...rest } = answer.headers;
      return { status: answer.statusCode, headers: rest as ScriptAnswer['headers'], body: content, logs };
    } catch (error) {
      throw error instanceof ScriptFailure ? error : new ScriptFailure(this.endReason);
    } finally {
      limit.stop();
      this.left();
    }
  }

  /** As many of the requests, one after the other, as fit into a turn; at least the result of the first. */
  async runInTurn({ script, messages }: ScriptTurns): Promise<(ScriptStatus | ScriptFailure)[]> {
    const calls = messages.map(() => randomUUID());
    const logs = calls.map((call) => this.host.logsOf(call));
    const outcomes: (ScriptStatus | ScriptFailure)[] = [];
    this.running++;
    this.host.offer(script);
    const limit = this.limit();
    try {
      const answer = await this.client.request({
        ...{ method: 'POST', path: '/', body: bodyOf(messages, calls) },
        headers: { [scriptHeader]: script.id, [turnsHeader]: `${turnTime} ${this.limits.answer}` },
      });
      for await (const line of linesOf(answer.body)) {
        outcomes.push(this.outcomeOf(JSON.parse(line) as DispatchResult, logs[outcomes.length]!));
        limit.begin();
      }
    } catch {
      // The current request fails with the process; later ones were not started.
      if (outcomes.length < messages.length) outcomes.push(new ScriptFailure(this.endReason));
    } finally {
      limit.stop();
      for (const call of calls.slice(outcomes.length)) this.host.forget(call);
      this.left();
    }
    return outcomes.length > 0 ? outcomes : [new ScriptFailure(this.endReason)];
  }

  private outcomeOf(
    { status, size = 0, failure }: DispatchResult,
    logs: ScriptStatus['logs'],
  ): ScriptStatus | ScriptFailure {
    if (status === undefined) return new ScriptFailure(`The script failed: ${failure}`, false, logs);
    if (size > this.limits.answer) return new ScriptFailure(this.tooLarge(), false, logs);
    return { status, logs };
  }

  private limit(): TimeLimit {
    const { time } = this.limits;
    return new TimeLimit(this.timer, time, (limit) => {
      // It was killed already for another reason.
      if (this.child.killed) return;
      this.kill(`The script, or another one of the same owner, took longer than ${time} ms and was ended`);
      this.overrun = { limit, killed: this.timer.now() };
    });
  }

  private tooLarge(): string {
    return `The answer is larger than ${this.limits.answer} bytes`;
  }

  /** Ends it at once; its pending requests fail. */
  end(): void {
    this.user.onEnd();
    this.child.kill('SIGKILL');
  }

  /** Kills it because of a script, which is the reason that waiting callers get. */
  private kill(reason = this.endReason): void {
    if (this.child.killed) return;
    this.endReason = reason;
    this.user.onFault?.();
    this.end();
  }

  /** Ends it once all its requests have ended, together with the work of scripts after their answers. */
  retire(): void {
    this.isRetiring = true;
    this.endRetired();
  }

  private left(): void {
    this.running--;
    this.lastUsed = performance.now();
    this.endRetired();
  }

  private endRetired(): void {
    if (!this.isRetiring || this.running > 0) return;
    // A caller that was about to send a request at the time of retirement may have done so by then.
    void this.host.quiet().then(() => this.running === 0 && this.end());
  }

  private async ready(folder: string): Promise<boolean> {
    if (this.child.pid === undefined) return false;
    void lowerPriority(this.child.pid, this.user.isSuspect ? niceness.suspect : niceness.usual);
    const timer = setTimeout(() => this.end(), startTime);
    const listening = once(this.child.stdio[3] as Readable, 'data') as Promise<[Buffer]>;
    await notePid(folder, this.child.pid).catch(() => this.end());
    const [message] = await listening;
    clearTimeout(timer);
    return message.includes('"listen"');
  }

  private async read(body: Readable): Promise<Buffer> {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of body as AsyncIterable<Buffer>) {
      if ((size += part.length) > this.limits.answer) {
        const reason = this.tooLarge();
        // The rest is in its memory, for which the next script would be killed.
        this.kill(reason);
        throw new ScriptFailure(reason);
      }
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  /** Kills it when it uses too much memory, or when work that a script left behind keeps it from answering. */
  private async look(): Promise<void> {
    const { memory, time } = this.limits;
    const used = (await memoryOf(this.child.pid ?? 0)) / mebibyte;
    if (used > memory)
      this.kill(`The script, or another one of the same owner, took more than ${memory} MiB of memory and was ended`);
    else if (used > fullFrom * memory) this.user.onFull?.();
    if (this.pinging || performance.now() - this.lastPing < pingEvery) return;
    this.pinging = true;
    const timer = setTimeout(() => this.kill(), time);
    const done = () => {
      clearTimeout(timer);
      this.pinging = false;
      this.lastPing = performance.now();
    };
    this.client
      .request({ method: 'GET', path: '/' })
      .then(({ body }) => body.dump())
      .then(done, done);
  }

  private ended(proxy: EgressProxy, folder: string): void {
    this.user.onEnd();
    if (this.overrun) this.options.onOverrun?.({ ...this.overrun, exited: this.timer.now() });
    clearInterval(this.watch);
    void this.client.destroy();
    this.host.close();
    proxy.close();
    void removeFolder(folder).catch(() => undefined);
  }
}
