import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a model server is asked. */
export interface Asked {
  /** The task and the rules. */
  system: string;
  /** The content to work on. */
  data: Record<string, unknown>;
  authorization: string | undefined;
}

/** How the server behaves towards one request. */
export type Behaviour =
  | { answer: unknown }
  /** Text as it is, in pieces of some characters. */
  | { text: string; finish?: string }
  | { status: number; retryAfter?: number; body?: string }
  /** Begins to answer and goes on for ever. */
  | 'endless'
  /** Begins to answer and breaks off. */
  | 'broken'
  /** Never answers. */
  | 'silent'
  /** Answers what is no stream of events. */
  | 'malformed';

/** A server that speaks the protocol of OpenAI's chat completions, streaming, and behaves as a test wants it to. */
export class ModelServer {
  readonly asked: Asked[] = [];
  behave: (asked: Asked, count: number) => Behaviour = ({ data }) => ({ answer: translated(data) });

  private constructor(private readonly server: Server) {}

  static async open(): Promise<ModelServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const model = new ModelServer(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      model.serve(request, response).catch(() => response.destroy());
    });
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { messages } = (await json(request)) as { messages: { role: string; content: string }[] };
    const asked: Asked = {
      system: messages.find(({ role }) => role === 'system')!.content,
      data: JSON.parse(messages.find(({ role }) => role === 'user')!.content) as Record<string, unknown>,
      authorization: request.headers.authorization,
    };
    const behaviour = this.behave(asked, this.asked.push(asked));
    if (behaviour === 'silent') return;
    if (typeof behaviour === 'object' && 'status' in behaviour) {
      const { status, retryAfter, body = '{"error":{"message":"secret detail"}}' } = behaviour;
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      });
      response.end(body);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (behaviour === 'malformed') return void response.end('data: {"choices": [}\n\n');
    const send = (part: object) => response.write(`data: ${JSON.stringify(part)}\n\n`);
    const delta = (content: string) => send({ choices: [{ index: 0, delta: { content } }] });
    if (behaviour === 'endless') {
      while (!response.closed && !response.destroyed) {
        delta('more and more '.repeat(500));
        await sleep(5);
      }
      return;
    }
    if (behaviour === 'broken') {
      delta('{"texts": ["half');
      await sleep(20);
      response.destroy();
      return;
    }
    const text = 'text' in behaviour ? behaviour.text : JSON.stringify(behaviour.answer);
    for (let at = 0; at < text.length; at += 40) delta(text.slice(at, at + 40));
    send({ choices: [{ index: 0, delta: {}, finish_reason: ('finish' in behaviour && behaviour.finish) || 'stop' }] });
    send({ choices: [], usage: { prompt_tokens: 60, completion_tokens: 40, total_tokens: 100 } });
    response.end('data: [DONE]\n\n');
  }
}

/** A translation of what was asked, that shows by itself that it is one. */
export const translated = ({ texts }: Record<string, unknown>) => ({
  texts: (texts as string[]).map((text) => `<${text}>`),
});
