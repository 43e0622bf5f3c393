/** Levels as pino numbers them. */
export const levels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const;
export type LevelName = keyof typeof levels;

/** A line of a log, ready to be shown. */
export interface LogLine {
  /** Milliseconds since 1970. */
  time: number;
  level: number;
  /** The service that wrote the line, or else the name of the log. */
  source: string;
  text: string;
}

/** Fields of each line that are not shown. */
const UNREAD = new Set(['level', 'time', 'pid', 'hostname', 'service', 'name', 'msg', 'err']);

/** The time that Postgres and NATS put before their lines. */
const SERVER_TIME = /(\d{4})[-/](\d\d)[-/](\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)/;

/** The lines of a process's log. A line that is no JSON has the time, the level and the service of the one before, unless it has its own. */
export function readLog(name: string, log: string): LogLine[] {
  let last = { time: 0, level: levels.info as number, source: name };
  return log
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const fields = fieldsOf(line);
      if (fields)
        last = { time: timeOf(fields), level: Number(fields.level) || levels.info, source: sourceOf(fields) ?? name };
      const { message, ...plain } = fields ? { ...last, message: messageOf(fields) } : ofServer(line, last);
      last = plain;
      return { ...last, text: shown(last, message) };
    });
}

/** A line as Postgres and NATS write it: a time, then what happened. */
function ofServer(line: string, last: Omit<LogLine, 'text'>) {
  const [written, year, month, day, at] = SERVER_TIME.exec(line) ?? [];
  if (!written) return { ...last, message: line };
  const time = Date.parse(`${year}-${month}-${day}T${at}Z`);
  const level = /FATAL|PANIC|ERROR|\[ERR\]|\[FTL\]/.test(line) ? levels.error : levels.info;
  const message = line.slice(line.indexOf(written) + written.length).replace(/^ UTC/, '');
  return { ...last, time: Number.isNaN(time) ? last.time : time, level, message: message.trim() };
}

function shown({ time, level, source }: Omit<LogLine, 'text'>, message: string): string {
  const at = time > 0 ? new Date(time).toISOString().slice(0, 23).replace('T', ' ') : ''.padEnd(23);
  const [levelName = 'info'] = Object.entries(levels).find(([, number]) => number >= level) ?? [];
  return `${at} ${levelName.toUpperCase().padEnd(5)} ${source.padEnd(15)} ${printable(message)}`;
}

function messageOf(fields: Record<string, unknown>): string {
  const { msg, err } = fields;
  const more = Object.entries(fields)
    .filter(([field, value]) => !UNREAD.has(field) && value !== undefined)
    .map(([field, value]) => `${field}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const parts = [typeof msg === 'string' ? msg : '', ...more].filter(Boolean).join(' ');
  const { message, stack } = (err ?? {}) as { message?: string; stack?: string };
  return err ? `${parts}\n    ${(stack ?? message ?? '').replaceAll('\n', '\n    ')}` : parts;
}

function fieldsOf(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

const sourceOf = ({ service }: Record<string, unknown>): string | undefined =>
  typeof service === 'string' ? service : undefined;

function timeOf({ time }: Record<string, unknown>): number {
  const read = typeof time === 'number' ? time : Date.parse(String(time));
  return Number.isNaN(read) ? 0 : read;
}

/** Logs hold titles and addresses of others: they must not steer the terminal. */
const printable = (text: string): string => text.replace(/[^\P{Cc}\n\t]|\p{Cf}/gu, '');
