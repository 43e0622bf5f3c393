import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics';

/** Whether the process can do its work; a name with false says what is missing. */
export type ReadyChecks = Record<string, () => boolean | Promise<boolean>>;

/** Answers the readiness checks: 200 when all hold. */
export async function readiness(checks: ReadyChecks): Promise<{ ready: boolean; checks: Record<string, boolean> }> {
  const results = await Promise.all(
    Object.entries(checks).map(
      async ([name, check]) => [name, await Promise.resolve(check()).catch(() => false)] as const,
    ),
  );
  return { ready: results.every(([, ok]) => ok), checks: Object.fromEntries(results) };
}

/** `/livez` (touches nothing), `/readyz` and `/metrics` of a service. `port` 0 takes a free one. */
export async function startHealthServer(port: number, checks: ReadyChecks, metrics: Metrics): Promise<Server> {
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/livez') return send(200, { live: true });
    if (request.url === '/metrics') {
      return response
        .writeHead(200, { 'content-type': metrics.registry.contentType })
        .end(await metrics.registry.metrics());
    }
    if (request.url !== '/readyz') return send(404, { error: { code: 404, message: 'Not found' } });
    const result = await readiness(checks);
    send(result.ready ? 200 : 503, result);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  return server;
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;
