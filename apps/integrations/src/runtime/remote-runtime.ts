import type { Readable } from 'node:stream';
import { Pool } from 'undici';
import { scriptWanted, writeAsked, type RuntimeQuestion, type ToldLogs, type ToldOutcome } from './runtime-wire';
import {
  ScriptFailure,
  ScriptRuntime,
  type Script,
  type ScriptAnswer,
  type ScriptCall,
  type ScriptLog,
  type ScriptStatus,
  type ScriptTurns,
} from './script-runtime';
import { linesOf } from './turns';

interface RemoteOptions {
  url: string;
  /** What the runtime knows this process by. */
  key: string;
  /** Milliseconds that a script may take for one event. */
  time: number;
}

/** Milliseconds that the runtime may take besides: for a place, for a process to start, for the way. */
const spareTime = 15_000;
/** Milliseconds for which a runtime waits at most for the logs of what a script goes on with after its answer, and some. */
const logTime = 65_000;

/** Scripts in a runtime that is a process of its own, which has no part in anything else of the platform. */
export class RemoteRuntime extends ScriptRuntime {
  private readonly client: Pool;

  constructor(private readonly options: RemoteOptions) {
    super();
    this.client = new Pool(options.url, {
      ...{ headersTimeout: options.time + spareTime, bodyTimeout: logTime, connect: { timeout: 3_000 } },
    });
  }

  async run({ organization, script, headers, body }: ScriptCall): Promise<ScriptAnswer> {
    const messages = [{ headers, body }];
    const [outcome] = await this.ask(script, { organization, script: script.id, inTurn: false, messages });
    if (outcome instanceof ScriptFailure) throw outcome;
    return outcome as ScriptAnswer;
  }

  async runInTurn({ organization, script, messages }: ScriptTurns): Promise<(ScriptStatus | ScriptFailure)[]> {
    try {
      return await this.ask(script, { organization, script: script.id, inTurn: true, messages });
    } catch (error) {
      if (error instanceof ScriptFailure) return [error];
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.client.destroy();
  }

  private async ask(script: Script, asked: RuntimeQuestion): Promise<(ScriptAnswer | ScriptStatus | ScriptFailure)[]> {
    const told = (await this.send(asked)) ?? (await this.send({ ...asked, text: await script.load() }));
    if (!told) throw new ScriptFailure(unreachable);
    const logs = logsOf(told.lines, told.outcomes.length);
    return told.outcomes.map((outcome, at) => {
      if ('failure' in outcome) return new ScriptFailure(outcome.failure, outcome.isFinal, logs[at]);
      const { status, headers = {}, body = '' } = outcome;
      return { status, headers, body: Buffer.from(body, 'base64'), logs: logs[at]! };
    });
  }

  /** The outcomes, and the lines that follow them; undefined when the script is wanted. Throws `ScriptFailure` where there are none. */
  private async send(asked: RuntimeQuestion) {
    try {
      const { statusCode, body } = await this.client.request({
        ...{ method: 'POST', path: '/run', body: writeAsked(asked) },
        headers: { authorization: `Bearer ${this.options.key}` },
      });
      if (statusCode !== 200) {
        await body.dump();
        if (statusCode === scriptWanted) return undefined;
        throw new Error(`It answered ${statusCode}`);
      }
      const lines = linesOf(body as Readable);
      const { value } = await lines.next();
      return { outcomes: JSON.parse(value as string) as ToldOutcome[], lines };
    } catch {
      // Whether it was run nobody knows: it is made again, as after the death of any process.
      throw new ScriptFailure(unreachable);
    }
  }
}

const unreachable = 'Scripts cannot run here at the moment: the runtime does not answer';

/** The logs of so many messages, each as soon as its line has come; none of those for which the lines ended before. */
function logsOf(lines: AsyncGenerator<string>, count: number): Promise<ScriptLog[]>[] {
  const ends: ((logs: ScriptLog[]) => void)[] = [];
  const logs = Array.from({ length: count }, () => new Promise<ScriptLog[]>((end) => ends.push(end)));
  const read = async () => {
    for await (const line of lines) {
      const { at, logs: told } = JSON.parse(line) as ToldLogs;
      ends[at]?.(told.map((log) => ({ ...log, at: new Date(log.at) })));
    }
  };
  const endAll = () => ends.forEach((end) => end([]));
  read().then(endAll, endAll);
  return logs;
}
