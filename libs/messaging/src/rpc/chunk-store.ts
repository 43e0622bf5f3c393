import { randomBytes } from 'node:crypto';
import { headers as newHeaders, type Msg } from 'nats';
import { isInbox } from '@bindery/config';
import { notFound } from '@bindery/contracts';
import type { Nats } from '../connection';
import { pieces } from '../wire/wire';

/** Milliseconds: the longest that a caller can wait, also with a later deadline. */
const longestHold = 10 * 60_000;

/** The later chunks of long replies, kept until they are fetched or the caller no longer waits. */
export class ChunkStore {
  private readonly replies = new Map<string, Buffer[]>();
  private onEmpty?: () => void;

  constructor(
    private readonly nats: Nats,
    private readonly subject: string,
  ) {
    nats.subscriptions.subscribe(`${subject}.*.*`, (message) => this.answer(message));
  }

  /**
   * Keeps a long reply until its caller's deadline; answers its first chunk, their number, and the subject under which
   * the others are fetched.
   */
  hold(data: Buffer, deadline: number): { first: Buffer; count: number; rest: string } {
    const parts = pieces(data);
    // A random id, as other processes may send requests here, too, and must not guess the id of a reply.
    const id = randomBytes(16).toString('hex');
    this.replies.set(id, parts);
    setTimeout(() => this.drop(id), Math.min(deadline - Date.now(), longestHold)).unref();
    return { first: parts[0]!, count: parts.length, rest: `${this.subject}.${id}` };
  }

  private answer(message: Msg): void {
    if (!isInbox(message.reply)) return this.refuse(message, 'it names no inbox for the answer');
    const [id = '', index = ''] = message.subject.split('.').slice(-2);
    const parts = this.replies.get(id);
    const part = /^\d{1,3}$/.test(index) ? parts?.[Number(index)] : undefined;
    if (!parts || !part) {
      this.refuse(message, 'there is no such chunk');
      const headers = newHeaders();
      headers.set('Bnd-Status', '404');
      return void message.respond(Buffer.from(JSON.stringify(notFound('The rest of the answer'))), { headers });
    }
    message.respond(part);
    if (Number(index) === parts.length - 1) this.drop(id);
  }

  private refuse({ subject }: Msg, reason: string): void {
    this.nats.malformed.note('chunk', subject, reason);
  }

  private drop(id: string): void {
    this.replies.delete(id);
    if (this.replies.size === 0) this.onEmpty?.();
  }

  /** Answers once every reply was fetched or given up. */
  async emptied(): Promise<void> {
    if (this.replies.size > 0) await new Promise<void>((resolve) => (this.onEmpty = resolve));
  }
}
