import type { Link, Observer } from './tap';

/**
 * Counts the steps of a work by what passes between services, NATS and Postgres: messages that name its id and the replies to
 * them, statements with the id among their values and the answers to them, and all else in the transactions of these, up to
 * the answer to the commit. Two steps that come in one write count as one.
 */
export class Steps implements Observer {
  /** The steps, in their order. */
  readonly seen: string[] = [];
  private readonly words: string[];
  private begun = false;
  private ended = false;

  /**
   * The first step is the first message that names both the id and the operation. Calls `at` before step `stop` is let on, and
   * counts no further.
   */
  constructor(
    private readonly statements: Statements,
    id: string,
    private readonly operation: string,
    private readonly stop = Infinity,
    private readonly at: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.words = [id];
  }

  end(): void {
    this.ended = true;
  }

  concerns(chunk: Buffer, { server, memory }: Link): boolean {
    if (this.ended) return false;
    const named = this.words.some((word) => chunk.includes(word));
    this.begun ||= named && chunk.includes(this.operation);
    if (!this.begun) return false;
    if (server === 'postgres') {
      const concerns = named || memory.busy;
      memory.busy = concerns && !isIdle(chunk);
      return concerns;
    }
    const reply = named && replySubject(chunk, this.words[0]!);
    if (reply) this.words.push(reply);
    return named;
  }

  async passing(chunk: Buffer, link: Link): Promise<void> {
    if (this.ended) return;
    this.seen.push(this.describe(chunk, link));
    if (this.seen.length < this.stop) return;
    this.end();
    await this.at();
  }

  private describe(chunk: Buffer, { server, from }: Link): string {
    const text = chunk.toString('latin1');
    const where = from === 'client' ? `to ${server}` : `from ${server}`;
    if (server === 'nats') return `${where}: ${/(?:PUB|MSG) (\S+)/.exec(text)?.[1] ?? 'a part of a message'}`;
    const said =
      this.statements.in(text) ??
      /(?:start transaction|commit|select|insert|update|delete|with) ?[^\0]*/i.exec(text)?.[0];
    return from === 'client' ? `${where}: ${(said ?? '').replaceAll(/\s+/g, ' ').slice(0, 80)}` : where;
  }
}

/** The texts of statements, which are sent once a connection; after that a statement is run by its name. */
export class Statements {
  private readonly texts = new Map<string, string>();

  learn(chunk: Buffer): void {
    // The statement that begins a transaction (Query) comes in one write with the first of it.
    if (!'PQ'.includes(String.fromCharCode(chunk[0]!))) return;
    for (const [, name, text] of chunk.toString('latin1').matchAll(parse)) this.texts.set(name!, text!);
  }

  /** The text of a statement that is run by its name. */
  in(text: string): string | undefined {
    return [...text.matchAll(bind)].map(([, name]) => this.texts.get(name!)).find(Boolean);
  }
}

/** Of the protocol of Postgres: a named statement with its text (Parse), and a name to be run (Bind). */
const parse = /P[\s\S]{4}([\w-]{27})\0([^\0]+)\0/g;
const bind = /B[\s\S]{4}\0([\w-]{27})\0/g;

/** Whether Postgres ends an answer with word that no transaction is open (ReadyForQuery, `I`). */
const isIdle = (chunk: Buffer): boolean => chunk.subarray(-6).equals(Buffer.from('Z\0\0\0\x05I'));

/** Where the answer to the message that names the id goes. */
function replySubject(chunk: Buffer, id: string): string | undefined {
  const text = chunk.toString('latin1');
  const head = text.slice(text.lastIndexOf('PUB ', text.indexOf(id)));
  return /^PUB \S+ (_INBOX\S+) /.exec(head)?.[1];
}
