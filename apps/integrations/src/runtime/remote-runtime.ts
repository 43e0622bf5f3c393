import type { Readable } from 'node:stream';
import { Pool } from 'undici';
import { scriptWanted, writeAsked, type RuntimeQuestion, type WireLogs, type WireOutcome } from './runtime-wire';
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
  /** The key that authenticates this process to the runtime. */
  key: string;
  /** Milliseconds that a script may take for one event. */
  time: number;
}

/** Further milliseconds that the runtime may take: for a free slot, for the start of a process, for the network. */
const spareTime = 15_000;
/** Milliseconds that a runtime waits at most for the logs of a script's work after its answer, with a margin. */
const logTime = 65_000;

/** Runs scripts in a runtime in its own process, which shares nothing else with the platform. */
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

  /** The results, and the lines that follow them; undefined when the runtime requests the script. Throws `ScriptFailure` for no answer. */
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
      return { outcomes: JSON.parse(value as string) as WireOutcome[], lines };
    } catch {
      // It is not known whether the request was run: it is made again, as after the death of any process.
      throw new ScriptFailure(unreachable);
    }
  }
}

const unreachable = 'Scripts cannot run here at the moment: the runtime does not answer';

/** The logs of so many messages, each as soon as its line arrives; empty for those after the last line. */
function logsOf(lines: AsyncGenerator<string>, count: number): Promise<ScriptLog[]>[] {
  const ends: ((logs: ScriptLog[]) => void)[] = [];
  const logs = Array.from({ length: count }, () => new Promise<ScriptLog[]>((end) => ends.push(end)));
  const read = async () => {
    for await (const line of lines) {
      const { at, logs: told } = JSON.parse(line) as WireLogs;
      ends[at]?.(told.map((log) => ({ ...log, at: new Date(log.at) })));
    }
  };
  const endAll = () => ends.forEach((end) => end([]));
  read().then(endAll, endAll);
  return logs;
}
