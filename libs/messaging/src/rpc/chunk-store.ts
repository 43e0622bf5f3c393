import type { Nats } from '../connection';
import { pieces } from './wire';

const keepFor = 30_000;

/** The later chunks of long replies, kept until they are fetched or nobody waits any more. */
export class ChunkStore {
  private readonly replies = new Map<string, Buffer[]>();
  private next = 0;

  constructor(
    nats: Nats,
    private readonly subject: string,
  ) {
    nats.connection.subscribe(`${subject}.*.*`, {
      callback: (error, message) => error ?? this.answer(message.subject, (data) => message.respond(data)),
    });
  }

  /** Keeps a long reply; answers its first chunk, their number, and the subject under which the others are fetched. */
  hold(data: Buffer): { first: Buffer; count: number; rest: string } {
    const parts = pieces(data);
    const id = String(this.next++);
    this.replies.set(id, parts);
    setTimeout(() => this.replies.delete(id), keepFor).unref();
    return { first: parts[0]!, count: parts.length, rest: `${this.subject}.${id}` };
  }

  private answer(subject: string, respond: (data: Buffer) => void): void {
    const [id = '', index = ''] = subject.split('.').slice(-2);
    const parts = this.replies.get(id);
    const part = parts?.[Number(index)];
    if (!parts || !part) return;
    if (Number(index) === parts.length - 1) this.replies.delete(id);
    respond(part);
  }
}
