import { createServer } from 'node:net';

/** Ports of 127.0.0.1 that nobody listens on, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0, '127.0.0.1')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** The first port from `wanted` upwards that is free on every address of this machine. Throws after a hundred. */
export async function portFrom(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 100 && port <= 65_535; port += 1) {
    if ((await isFree(port, '127.0.0.1')) && (await isFree(port, undefined))) return port;
  }
  throw new Error(`No port is free from ${wanted} on`);
}

async function isFree(port: number, host: string | undefined): Promise<boolean> {
  const server = await listen(port, host).catch(() => undefined);
  if (server) await new Promise((resolve) => server.close(resolve));
  return server !== undefined;
}

function listen(port: number, host: string | undefined) {
  const server = createServer();
  return new Promise<typeof server>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}
