import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, maxJsonDepth, nestsTooDeep } from '@bindery/contracts';
import { readBytes } from '../http/read-body';
import { version } from '../version';
import type { Arguments, Tool } from './tool';

/** The MCP server at one address, for one caller. */
interface McpServer {
  title: string;
  /** The general instructions for a model. */
  instructions: string;
  tools: readonly Tool[];
  /** Tools that are not listed for the caller: a call fails with the reason. */
  refused?: readonly Tool[];
}

/** A message of the Model Context Protocol, not validated. */
export interface Message {
  bytes: Buffer;
  /** Undefined for invalid messages. */
  method?: string;
  params?: { name?: unknown; clientInfo?: unknown; _meta?: Record<string, unknown> };
}

const longest = 4 * 1024 * 1024;
const passedHeaders = /^(accept|content-type|mcp-.{1,60})$/;

/** Reads the message of a request. Throws 413 for one that is too long, 400 for one that nests too deep. */
export async function readMessage(request: FastifyRequest): Promise<Message> {
  const bytes = await readBytes(request, longest);
  const text = bytes.toString();
  if (nestsTooDeep(text)) throw new ApiError(400, `The body nests deeper than ${maxJsonDepth} levels`);
  const { method, params } = readObject(text);
  return { bytes, ...(typeof method === 'string' && { method }), ...(isObject(params) && { params }) };
}

/** Throws 400 for a batch, which the protocol no longer has: limits are counted by message. */
function readObject(text: string): { method?: unknown; params?: Message['params'] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {};
  }
  if (Array.isArray(value)) throw new ApiError(400, 'Send one message at a time');
  return isObject(value) ? (value as object) : {};
}

/**
 * Answers one message by the streamable HTTP transport. No state is kept between messages, so that any replica of the gateway
 * can answer any of them; protocol revisions that begin with a handshake are answered the same way.
 */
export async function serveMcp(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes }: Message,
  served: McpServer,
): Promise<void> {
  const headers = Object.entries(request.headers).filter(
    (entry): entry is [string, string] => passedHeaders.test(entry[0]) && typeof entry[1] === 'string',
  );
  const asked = new Request('http://gateway/mcp', { method: 'POST', headers, body: new Uint8Array(bytes) });
  const handler = createMcpHandler(() => serverOf(served), { maxSubscriptions: 0 });
  const answer = await handler.fetch(asked);
  const body = await answer.text();
  await handler.close();
  void reply.status(answer.status).header('cache-control', 'no-store');
  const type = answer.headers.get('content-type');
  if (type) void reply.header('content-type', type);
  void reply.send(body || undefined);
}

/** Sends a failure of the whole request, such as a site that does not exist, as a protocol error. */
export function sendMcpFailure(reply: FastifyReply, error: unknown): void {
  const { code, message, retryAfter } = ApiError.from(error);
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  void reply
    .status(code)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } });
}

/** Answers that only POST is supported: there are no streams and no sessions. */
export function refuseOtherMethods(reply: FastifyReply): void {
  const error = { code: -32_000, message: 'Send messages of the Model Context Protocol by POST' };
  void reply
    .status(405)
    .headers({ allow: 'POST', 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send({ jsonrpc: '2.0', id: null, error });
}

function serverOf({ title, instructions, tools, refused = [] }: McpServer): Server {
  const server = new Server({ name: 'bindery', title, version }, { capabilities: { tools: {} }, instructions });
  const byName = new Map([...tools, ...refused].map((tool) => [tool.name, tool]));
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(shown) }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = byName.get(params.name);
    if (!tool) return failed(new ApiError(404, `There is no tool ${params.name.slice(0, 100)}`));
    try {
      return { content: [{ type: 'text' as const, text: await tool.call((params.arguments ?? {}) as Arguments) }] };
    } catch (error) {
      return failed(ApiError.from(error));
    }
  });
  return server;
}

const shown = ({ name, title, description, inputSchema, readOnly }: Tool) => ({
  name,
  title,
  description,
  inputSchema: inputSchema as { type: 'object' },
  annotations: { title, readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false },
});

/** A failure is returned to the model, which may correct its call. */
function failed({ code, message, details = [], retryAfter }: ApiError) {
  const more = details
    .filter((detail) => detail.message !== message)
    .map((detail) => `${detail.field}: ${detail.message}`);
  const later = retryAfter === undefined ? [] : [`Try again after ${retryAfter} seconds`];
  return {
    isError: true,
    content: [{ type: 'text' as const, text: [`Error ${code}: ${message}`, ...more, ...later].join('\n') }],
  };
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
