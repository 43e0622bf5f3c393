import { access, constants } from 'node:fs/promises';
import type { ConnectionOptions } from 'nats';
import { ConfigError } from '@bindery/config';

export interface NatsAddress {
  /** Addresses with commas between; `tls://` asks for TLS, which is then never done without. */
  NATS_URL: string;
  /** A PEM file, read at each connection, so that it may be renewed. */
  NATS_CA?: string;
}

/**
 * How the client reaches the servers. Given `tls`, it leaves before it says its password where a server has no TLS or a certificate of
 * another authority or for another name. Throws `ConfigError` where the settings contradict each other.
 */
export async function natsServers({
  NATS_URL,
  NATS_CA,
}: NatsAddress): Promise<Pick<ConnectionOptions, 'servers' | 'tls'>> {
  const servers = NATS_URL.split(',').map((server) => server.trim());
  const encrypted = servers.filter((server) => server.startsWith('tls://')).length;
  if (encrypted > 0 && encrypted < servers.length)
    throw new ConfigError(['NATS_URL has URLs with and without tls://: begin each of them with tls://']);
  if (encrypted === 0) {
    if (NATS_CA) throw new ConfigError(['NATS_CA is set, so each URL in NATS_URL must begin with tls://']);
    return { servers };
  }
  if (!NATS_CA) return { servers, tls: {} };
  try {
    await access(NATS_CA, constants.R_OK);
  } catch (error) {
    throw new ConfigError([`NATS_CA names a file that cannot be read: ${(error as Error).message}`]);
  }
  return { servers, tls: { caFile: NATS_CA } };
}
