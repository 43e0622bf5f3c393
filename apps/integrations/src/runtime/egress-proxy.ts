import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { parsedUrl } from '@bindery/contracts';
import { openRequest, OutboundError, parseAllowList, type AllowList, type Resolver } from '@bindery/outbound';

export interface EgressOptions {
  /** Hosts that the operator lets scripts reach besides public addresses. */
  allow: AllowList;
  /** The address of the API that scripts know, and the one that is reachable from here. */
  publicUrl: string;
  apiUrl: string;
  /** Milliseconds for one exchange. */
  limit: number;
  /** By default the resolver of the system. */
  resolve?: Resolver;
}

/** Connections of one process at the same time. */
const maxConnections = 64;
/** The maximum bytes of one answer. */
const maxBytes = 32 * 1024 * 1024;
/** Headers of a connection, not of the message in it. */
const hopByHop = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

/**
 * The only way from scripts to the network: a proxy on a socket of its own. Requests for the API go to the platform, all
 * others only to public addresses; each host is resolved once and connected to at the checked address.
 */
export class EgressProxy {
  private constructor(private readonly server: Server) {}

  static async listen(socket: string, options: EgressOptions): Promise<EgressProxy> {
    const server = createServer({ requireHostHeader: false }, (request, response) => {
      forward(request, response, options).catch((error: unknown) => refuse(response, error));
    });
    server.maxConnections = maxConnections;
    // No tunnels, because their content cannot be checked.
    server.on('connect', (_request, stream) => {
      // Without this listener, the error of a killed process would end this one.
      stream.on('error', () => stream.destroy());
      stream.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve));
    return new EgressProxy(server);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

async function forward(request: IncomingMessage, response: ServerResponse, options: EgressOptions): Promise<void> {
  const aborted = new AbortController();
  const abort = () => aborted.abort();
  response.once('close', abort);
  const timer = setTimeout(abort, options.limit);
  try {
    const { method = 'GET', headers } = request;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    const { url, allow } = destination(request.url ?? '', options);
    const answer = await openRequest(url, {
      ...{ method, headers: plain(headers), allow, signal: aborted.signal },
      ...(options.resolve && { resolve: options.resolve }),
      ...(hasBody && { body: request }),
    });
    const passed = Object.entries(answer.headers).filter(([name]) => !hopByHop.includes(name));
    response.writeHead(answer.status, Object.fromEntries(passed));
    await pipeline(answer.body, capped, response);
  } finally {
    clearTimeout(timer);
    response.off('close', abort);
  }
}

/** The API is at the operator's address, which may be internal; no other internal address is reached. */
function destination(text: string, { publicUrl, apiUrl, allow }: EgressOptions): { url: string; allow: AllowList } {
  const { href } = parsedUrl(text) ?? { href: text };
  const api = `${publicUrl}/v1/`;
  if (!href.startsWith(api)) return { url: href, allow };
  return { url: `${apiUrl}/v1/${href.slice(api.length)}`, allow: parseAllowList(new URL(apiUrl).origin) };
}

const plain = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || hopByHop.includes(name) ? [] : [[name, [value].flat().join(', ')]],
    ),
  );

/** Passes on an answer up to the maximum bytes, and fails with the byte after it. */
async function* capped(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of source) {
    if ((size += piece.length) > maxBytes) throw new OutboundError('TOO_LARGE');
    yield piece;
  }
}

/** The script gets a status that no server sent; the text has the reason, and no internal details. */
function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const message = error instanceof OutboundError ? error.message : 'The request failed';
  response.writeHead(502, { 'content-type': 'text/plain' }).end(message);
}
