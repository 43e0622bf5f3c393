import { createServer, type Server } from 'node:http';
import { figuresOf, Metrics } from './metrics';

/** `/metrics` of everything in this process, and nothing else, where its own server is open to the world. `port` 0 takes a free one. */
export async function startMetricsServer(
  address: { host?: string; port: number },
  metrics: readonly Metrics[],
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
    figuresOf(metrics).then(
      (text) => response.writeHead(200, { 'content-type': Metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve));
  return server;
}
