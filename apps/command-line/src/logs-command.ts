import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { checkout } from '@bindery/launcher';
import { type Command, UsageError } from './command';
import { type LevelName, levels, type LogLine, readLog } from './log-lines';
import { logsWith } from './log-names';

const DEFAULT_LINES = 100;
/** Bytes at the end of a log that are read for the last lines; each of them is 200 on average. */
const BYTES_PER_LINE = 2_000;
/** Milliseconds between two looks. */
const LOOK_EVERY = 300;

export const logsCommand: Command = {
  summary: 'show the logs of the platform of this checkout',
  usage: '[service] [--lines N] [--level L] [--follow]',
  help: [
    '[service]            gateway, identity, content, ..., postgres or nats (default: all of them, in order of time)',
    `--lines N            the number of last lines (default: ${DEFAULT_LINES})`,
    '--level L            the lowest level: debug, info, warn or error',
    '--follow             also show new lines, until Ctrl-C',
  ],
  options: ['lines', 'level'],
  flags: ['follow'],
  arguments: [0, 1],
  async run({ args: [service], options, flags }) {
    const { lines = String(DEFAULT_LINES), level = 'trace' } = options;
    if (!/^\d{1,6}$/.test(lines)) throw new UsageError(`--lines must be a number, not ${lines}`);
    if (!Object.hasOwn(levels, level)) throw new UsageError('--level must be debug, info, warn or error');
    const names = logsWith(service, await logNames());
    const isShown = (line: LogLine) => line.level >= levels[level as LevelName];
    const logs = names.map((name) => new LogFile(name, name === service ? undefined : service));
    const last = await Promise.all(logs.map((log) => log.end(Number(lines) * BYTES_PER_LINE)));
    print(byTime(last.flat().filter(isShown)).slice(-Number(lines)));
    while (flags.has('follow')) {
      await delay(LOOK_EVERY);
      const added = await Promise.all(logs.map((log) => log.added()));
      print(byTime(added.flat().filter(isShown)));
    }
  },
};

async function logNames(): Promise<string[]> {
  const files = await readdir(dirname(checkout.log('any'))).catch(() => []);
  return files.filter((file) => file.endsWith('.log')).map((file) => basename(file, '.log'));
}

const byTime = (lines: LogLine[]): LogLine[] => lines.toSorted((a, b) => a.time - b.time);

function print(lines: readonly LogLine[]): void {
  if (lines.length > 0) process.stdout.write(lines.map(({ text }) => `${text}\n`).join(''));
}

/** The log of one process, from the place up to which it was read. */
class LogFile {
  private offset = 0;

  /** With a service, only its lines are read. */
  constructor(
    private readonly name: string,
    private readonly service?: string,
  ) {}

  /** The whole lines among the last bytes. */
  async end(bytes: number): Promise<LogLine[]> {
    const { size } = await stat(this.file);
    this.offset = Math.max(0, size - bytes);
    return this.read(this.offset > 0);
  }

  /** The lines that were added since; a log that has become too long begins anew. */
  async added(): Promise<LogLine[]> {
    const { size } = await stat(this.file);
    if (size < this.offset) this.offset = 0;
    return size > this.offset ? this.read(false) : [];
  }

  private get file(): string {
    return checkout.log(this.name);
  }

  /** A line that is not finished is left for the next time. */
  private async read(skipsFirst: boolean): Promise<LogLine[]> {
    const file = await open(this.file);
    try {
      const { size } = await file.stat();
      const { buffer, bytesRead } = await file.read({
        buffer: Buffer.alloc(size - this.offset),
        position: this.offset,
      });
      const end = buffer.lastIndexOf(0x0a, bytesRead - 1) + 1;
      this.offset += end;
      const text = buffer.subarray(0, end).toString('utf8');
      const lines = readLog(this.name, skipsFirst ? text.slice(text.indexOf('\n') + 1) : text);
      return this.service === undefined ? lines : lines.filter(({ source }) => source === this.service);
    } finally {
      await file.close();
    }
  }
}
