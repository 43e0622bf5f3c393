import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { ApiError, type Events } from '@bindery/contracts';

/** Milliseconds without an event after which a stream begins, and then says that it is still there. */
const quiet = 5_000;

/**
 * Server-sent events: each as one `data:`, then `event: done`. What fails before the first byte is an answer like any other;
 * later it is `event: error`.
 */
export class EventStream {
  private readonly response: ServerResponse;
  private readonly heartbeat: NodeJS.Timeout;

  constructor(private readonly reply: FastifyReply) {
    this.response = reply.raw;
    this.heartbeat = setInterval(() => this.write(': waiting\n\n'), quiet);
  }

  end(answer: Buffer): void {
    const { events } = JSON.parse(answer.toString()) as Events<object>;
    for (const event of events) this.write(`data: ${JSON.stringify(event)}\n\n`);
    this.finish('event: done\ndata: {}\n\n');
  }

  /** Whether the failure could be told within the stream. */
  fail(error: unknown): boolean {
    if (!this.response.headersSent) {
      clearInterval(this.heartbeat);
      return false;
    }
    const message = error instanceof ApiError ? error.message : 'Internal error';
    this.finish(`event: error\ndata: ${JSON.stringify({ error: { message } })}\n\n`);
    return true;
  }

  private write(text: string): void {
    if (this.response.destroyed) return;
    this.begin();
    this.response.write(text);
  }

  private begin(): void {
    if (this.response.headersSent) return;
    this.reply.hijack();
    for (const [name, value] of Object.entries(this.reply.getHeaders()))
      if (value !== undefined) this.response.setHeader(name, value);
    this.response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-accel-buffering': 'no',
    });
  }

  private finish(text: string): void {
    clearInterval(this.heartbeat);
    this.write(text);
    this.response.end();
  }
}
