import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request to a model server. */
export interface ModelRequest {
  /** The task and the rules. */
  system: string;
  /** The content to work on. */
  data: Record<string, unknown>;
  authorization: string | undefined;
  /** When, in milliseconds of the clock of `performance`. */
  at: number;
}

interface Refusal {
  status: number;
  retryAfter?: number | string;
  location?: string;
}

/** How the server behaves towards one request. */
export type Behaviour =
  /** The reported number of tokens is 100 by default. */
  | { answer: unknown; tokens?: unknown }
  /** Text as it is, in pieces of some characters. */
  | { text: string; finish?: string }
  | Refusal
  /** Events as they are, valid or not. */
  | { events: unknown[] }
  /** Begins to answer and goes on for ever. */
  | 'endless'
  /** The same, a little at a time. */
  | 'trickling'
  /** Sends one line that never ends. */
  | 'unbroken'
  /** Fails, and its error message never ends. */
  | 'endlessError'
  /** Begins to answer and breaks off. */
  | 'broken'
  /** Ends as if all had been said, in the middle of it. */
  | 'cut'
  /** Breaks off before it answers. */
  | 'absent'
  /** Never answers. */
  | 'silent'
  /** Answers what is no stream of events. */
  | 'malformed'
  /** Answers at once although a stream was requested. */
  | 'whole';

const streaming = { 'content-type': 'text/event-stream' };

/** A server that speaks the protocol of OpenAI's chat completions, streaming, and behaves as a test wants it to. */
export class ModelServer {
  readonly asked: ModelRequest[] = [];
  /** How many callers have left before they had the whole answer. */
  left = 0;
  behave: (asked: ModelRequest, count: number) => Behaviour | Promise<Behaviour> = ({ data }) => ({
    answer: translated(data),
  });

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

  /** The settings of a platform that uses this model. */
  get settings() {
    return { MODEL_URL: this.url, MODEL_NAME: 'test', MODEL_KEY: 'key', MODEL_REQUESTS_PER_MINUTE: '60000' };
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => (this.left += response.writableEnded ? 0 : 1));
    const { messages } = (await json(request)) as { messages: { role: string; content: string }[] };
    const asked: ModelRequest = {
      system: messages.find(({ role }) => role === 'system')!.content,
      data: JSON.parse(messages.find(({ role }) => role === 'user')!.content) as Record<string, unknown>,
      authorization: request.headers.authorization,
      at: performance.now(),
    };
    const behaviour = await this.behave(asked, this.asked.push(asked));
    if (typeof behaviour === 'string') await misbehave(behaviour, response);
    else if ('status' in behaviour) refuse(behaviour, response);
    else if ('events' in behaviour) send(response, behaviour.events);
    else send(response, eventsOf(behaviour));
  }
}

async function misbehave(behaviour: Extract<Behaviour, string>, response: ServerResponse): Promise<void> {
  if (behaviour === 'silent') return;
  if (behaviour === 'absent') return void response.destroy();
  if (behaviour === 'whole') return void response.end('{"choices": [{"message": {"content": "{}"}}]}');
  response.writeHead(behaviour === 'endlessError' ? 500 : 200, streaming);
  if (behaviour === 'malformed') return void response.end('data: {"choices": [}\n\n');
  if (behaviour === 'endless') return forEver(response, () => part('more and more '.repeat(500)), 5);
  if (behaviour === 'trickling') return forEver(response, () => part('.'), 20);
  if (behaviour !== 'broken' && behaviour !== 'cut') return forEver(response, () => 'x'.repeat(1024 * 1024), 0);
  response.write(part('{"texts": ["half'));
  await sleep(20);
  if (behaviour === 'cut') response.end('data: [DONE]\n\n');
  else response.destroy();
}

function refuse({ status, retryAfter, location }: Refusal, response: ServerResponse): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(location !== undefined && { location }),
  });
  response.end('{"error":{"message":"secret detail"}}');
}

/** As fast as it is read, with a pause of some milliseconds between two pieces. */
async function forEver(response: ServerResponse, piece: () => string, pause: number): Promise<void> {
  while (!response.closed && !response.destroyed) {
    await new Promise<void>((resolve) => response.write(piece(), () => resolve()));
    await sleep(pause);
  }
}

const eventOf = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`;
const part = (content: string): string => eventOf({ choices: [{ index: 0, delta: { content } }] });

function send(response: ServerResponse, events: unknown[]): void {
  response.writeHead(200, streaming);
  for (const event of events) response.write(eventOf(event));
  response.end('data: [DONE]\n\n');
}

function eventsOf(behaviour: { answer: unknown; tokens?: unknown } | { text: string; finish?: string }): unknown[] {
  const text = 'text' in behaviour ? behaviour.text : JSON.stringify(behaviour.answer);
  const finish = ('finish' in behaviour && behaviour.finish) || 'stop';
  const tokens = 'tokens' in behaviour ? behaviour.tokens : 100;
  const parts = text.match(/[^]{1,40}/g) ?? [];
  return [
    ...parts.map((content) => ({ choices: [{ index: 0, delta: { content } }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: finish }] },
    { choices: [], usage: { prompt_tokens: 60, completion_tokens: 40, total_tokens: tokens } },
  ];
}

/** A translation of the requested texts that is recognisable as one. */
export const translated = ({ texts }: Record<string, unknown>) => ({
  texts: (texts as string[]).map((text) => `<${text}>`),
});
