import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ApiError, type Events } from '@bindery/contracts';

/** Milliseconds without an event until a stream begins, and then until each heartbeat. */
const quiet = 5_000;

/**
 * Server-sent events: each as one `data:`, then `event: done`. A failure before the first byte is a normal error response;
 * later it is `event: error`.
 */
export class EventStream {
  private readonly body = new PassThrough();
  private readonly heartbeat: NodeJS.Timeout;
  private begun = false;

  constructor(private readonly reply: FastifyReply) {
    this.heartbeat = setInterval(() => this.write(': waiting\n\n'), quiet);
  }

  end(answer: Buffer): void {
    const { events } = JSON.parse(answer.toString()) as Events<object>;
    for (const event of events) this.write(`data: ${JSON.stringify(event)}\n\n`);
    this.finish('event: done\ndata: {}\n\n');
  }

  /** Whether the failure could be reported within the stream. */
  fail(error: unknown): boolean {
    if (!this.begun) {
      clearInterval(this.heartbeat);
      return false;
    }
    const message = error instanceof ApiError ? error.message : 'Internal error';
    this.finish(`event: error\ndata: ${JSON.stringify({ error: { message } })}\n\n`);
    return true;
  }

  private write(text: string): void {
    if (this.body.destroyed) return;
    this.begin();
    this.body.write(text);
  }

  /** Goes through Fastify, so that the answer has the headers of all answers. */
  private begin(): void {
    if (this.begun) return;
    this.begun = true;
    void this.reply
      // Nest has set 201 for every POST before its handler runs.
      .status(200)
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'private, no-store',
        'x-accel-buffering': 'no',
      })
      .send(this.body);
  }

  private finish(text: string): void {
    clearInterval(this.heartbeat);
    this.write(text);
    this.body.end();
  }
}
