import type { Nats } from '../connection';
import { pieces } from './wire';

/** The later chunks of long replies, kept until they are fetched or nobody waits any more. */
export class ChunkStore {
  private readonly replies = new Map<string, Buffer[]>();
  private next = 0;
  private onEmpty?: () => void;

  constructor(
    nats: Nats,
    private readonly subject: string,
  ) {
    nats.connection.subscribe(`${subject}.*.*`, {
      callback: (error, message) => error ?? this.answer(message.subject, (data) => message.respond(data)),
    });
  }

  /**
   * Keeps a long reply until its caller's deadline; answers its first chunk, their number, and the subject under which
   * the others are fetched.
   */
  hold(data: Buffer, deadline: number): { first: Buffer; count: number; rest: string } {
    const parts = pieces(data);
    const id = String(this.next++);
    this.replies.set(id, parts);
    setTimeout(() => this.drop(id), deadline - Date.now()).unref();
    return { first: parts[0]!, count: parts.length, rest: `${this.subject}.${id}` };
  }

  private answer(subject: string, respond: (data: Buffer) => void): void {
    const [id = '', index = ''] = subject.split('.').slice(-2);
    const parts = this.replies.get(id);
    const part = parts?.[Number(index)];
    if (!parts || !part) return;
    respond(part);
    if (Number(index) === parts.length - 1) this.drop(id);
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
