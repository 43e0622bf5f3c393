import { randomInt } from 'node:crypto';
import { createServer, isIPv6 } from 'node:net';

/** The address that only programs of this machine reach. */
export const LOOPBACK = '127.0.0.1';

/**
 * Systems give higher ports to outgoing connections and to programs that ask for any. A port that is chosen here is still free when
 * its program comes to listen.
 */
const chosen = { from: 15_000, to: 30_000 };
const mostTries = 100;

/** Free ports of 127.0.0.1, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenAnywhere));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** The first port from `wanted` upwards that is free on an address of this machine. Throws after a hundred. */
export async function portFrom(wanted: number, host = LOOPBACK): Promise<number> {
  for (let port = wanted; port < wanted + 100 && port <= 65_535; port += 1) {
    // On some systems an address can be taken that another program has among all of them.
    if ((await isFree(port, host)) && (await isFree(port, undefined))) return port;
  }
  throw new Error(`No port from ${wanted} on is free`);
}

/** How this machine reaches what listens on an address; on all of them, by the loopback. */
export const hostInUrl = (host: string): string =>
  ['0.0.0.0', '::', ''].includes(host) ? LOOPBACK : isIPv6(host) ? `[${host}]` : host;

async function listenAnywhere() {
  for (let tries = 0; tries < mostTries; tries++) {
    const server = await listen(randomInt(chosen.from, chosen.to), LOOPBACK).catch(() => undefined);
    if (server) return server;
  }
  return listen(0, LOOPBACK);
}

async function isFree(port: number, host: string | undefined): Promise<boolean> {
  const server = await listen(port, host).catch((error: NodeJS.ErrnoException) => {
    if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code ?? ''))
      throw new Error(
        `--host ${host} is not an address of this machine: use 127.0.0.1 for this machine only, or 0.0.0.0 for all`,
      );
    return undefined;
  });
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
