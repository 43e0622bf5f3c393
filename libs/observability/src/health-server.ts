import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { portProblem } from '@bindery/config';
import type { Metrics } from './metrics';

/** Whether the process can do its work; a name with false says what is missing. */
export type ReadyChecks = Record<string, () => boolean | Promise<boolean>>;

/** Answers the readiness checks: ready when all hold; one that fails does not. */
export async function readiness(checks: ReadyChecks): Promise<{ ready: boolean; checks: Record<string, boolean> }> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await holds(check)] as const),
  );
  return { ready: results.every(([, ok]) => ok), checks: Object.fromEntries(results) };
}

async function holds(check: ReadyChecks[string]): Promise<boolean> {
  try {
    return await check();
  } catch {
    return false;
  }
}

/**
 * `/livez` (touches nothing), `/readyz` and `/metrics` of a service, and other requests to a process by HTTP: `onPost`
 * gets all requests of that method. `port` 0 takes a free one; without a `host` it listens on all addresses.
 */
export async function startHealthServer(
  { host, port }: { host?: string; port: number },
  checks: ReadyChecks,
  metrics: Metrics,
  onPost?: RequestListener,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (onPost && request.method === 'POST') return onPost(request, response);
    const send = (status: number, text: string, type = 'application/json') =>
      response.writeHead(status, { 'content-type': type }).end(text);
    answer(request.url, checks, metrics).then(
      ([status, body, type]) => send(status, body, type),
      () => send(500, JSON.stringify({ error: { code: 500, message: 'Internal error' } })),
    );
  });
  await new Promise<void>((resolve, reject) =>
    server
      .once('error', (error) => reject(portProblem({ HOST: host, PORT: port }, error) as Error))
      .listen({ port, host: host || undefined }, resolve),
  );
  return server;
}

type Answer = [status: number, body: string, type?: string];

async function answer(url: string | undefined, checks: ReadyChecks, { registry }: Metrics): Promise<Answer> {
  if (url === '/livez') return [200, JSON.stringify({ live: true })];
  if (url === '/metrics') return [200, await registry.metrics(), registry.contentType];
  if (url !== '/readyz') return [404, JSON.stringify({ error: { code: 404, message: 'Not found' } })];
  const result = await readiness(checks);
  return [result.ready ? 200 : 503, JSON.stringify(result)];
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;
