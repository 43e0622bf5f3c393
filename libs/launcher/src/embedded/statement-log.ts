import { open, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

/** One statement that a server ran. */
export interface LoggedStatement {
  /** The process id of its session in Postgres. */
  session: string;
  application: string;
  text: string;
}

export interface StatementCounts {
  statements: number;
  commits: number;
}

const settings = {
  log_line_prefix: `'%p %d %a|'`,
  log_statement: `'all'`,
  log_parameter_max_length: '0',
  log_min_messages: `'log'`,
};

/** Milliseconds. */
const patience = 10_000;

/**
 * Counts the statements of one database in the log of its server. Postgres writes each one when it begins it, so nothing that
 * a client does, or that a driver does unasked, is missed. Statements within functions and triggers take no message of a
 * client and are not counted.
 */
export class StatementLog {
  private constructor(
    private readonly admin: Client,
    private readonly database: string,
    private readonly logFile: string,
  ) {}

  /** `adminUrl` is a superuser's, of the database that is counted; the log of the server holds all that others run meanwhile. */
  static async open(adminUrl: string, logFile: string): Promise<StatementLog> {
    const admin = new Client({ connectionString: adminUrl, application_name: 'statement log' });
    await admin.connect();
    for (const [name, value] of Object.entries(settings)) await admin.query(`alter system set ${name} = ${value}`);
    await admin.query('select pg_reload_conf()');
    const log = new StatementLog(admin, new URL(adminUrl).pathname.slice(1), logFile);
    await log.mark();
    return log;
  }

  /** The statements that the database ran during `work`, in the order in which they began. */
  async during(work: () => Promise<unknown>): Promise<LoggedStatement[]> {
    const from = await this.mark();
    await work();
    return this.between(from, await this.mark());
  }

  /** A place in the log, behind all that has begun. */
  async mark(): Promise<number> {
    const from = await sizeOf(this.logFile);
    const name = randomUUID();
    for (const end = Date.now() + patience; Date.now() < end; await delay(20)) {
      await this.admin.query(`select '${name}'`);
      const text = await textOf(this.logFile, from);
      const at = text.lastIndexOf(name);
      if (at >= 0) return from + Buffer.byteLength(text.slice(0, at));
    }
    throw new Error(`Postgres did not log a statement in ${this.logFile}`);
  }

  async between(from: number, to: number): Promise<LoggedStatement[]> {
    const text = Buffer.from(await textOf(this.logFile, from))
      .subarray(0, to - from)
      .toString();
    return readStatements(text).flatMap(({ database, ...statement }) =>
      database === this.database && statement.application !== 'statement log' ? [statement] : [],
    );
  }

  /** The server logs as it did before. */
  async close(): Promise<void> {
    for (const name of Object.keys(settings)) await this.admin.query(`alter system reset ${name}`);
    await this.admin.query('select pg_reload_conf()');
    await this.admin.end();
  }
}

/** Whether a process ran it because of the time alone; see `unasked` of the persistence library. */
export const isUnasked = ({ text }: LoggedStatement): boolean => text.startsWith('/* unasked */');

/** Statements, and what was committed: transactions that ended so, and writing statements outside of any. */
export function countStatements(statements: readonly LoggedStatement[]): StatementCounts {
  const open = new Set<string>();
  let commits = 0;
  for (const { session, text } of statements) {
    if (/^(?:begin|start transaction)\b/i.test(text)) open.add(session);
    else if (/^(?:commit|rollback)\b/i.test(text)) {
      open.delete(session);
      if (/^commit/i.test(text)) commits += 1;
    } else if (!open.has(session) && isWrite(text)) commits += 1;
  }
  return { statements: statements.length, commits };
}

const isWrite = (text: string): boolean =>
  /^(?:insert|update|delete)\b/i.test(text) ||
  /^with\b[^]*\b(?:insert into|update|delete from)\b/i.test(text) ||
  /\bfor (?:no key )?update\b/i.test(text);

/** Entries begin at the start of a line; the further lines of a statement are indented. */
function readStatements(text: string): (LoggedStatement & { database: string })[] {
  const found: (LoggedStatement & { database: string })[] = [];
  let current: (typeof found)[number] | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('\t')) {
      if (current) current.text += `\n${line.slice(1)}`;
      continue;
    }
    const entry = /^(\d+) (\S*) ([^|]*)\|LOG: {2}(?:statement|execute [^:]*): ?(.*)$/.exec(line);
    current = entry ? { session: entry[1]!, database: entry[2]!, application: entry[3]!, text: entry[4]! } : undefined;
    if (current) found.push(current);
  }
  for (const statement of found) statement.text = statement.text.trim();
  return found;
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file)).size;
}

async function textOf(file: string, from: number): Promise<string> {
  const handle = await open(file);
  try {
    const length = (await handle.stat()).size - from;
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, from);
    return buffer.toString();
  } finally {
    await handle.close();
  }
}
