import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ADMINISTRATOR,
  type Secrets,
  checkout,
  type ProcessName,
  type Connections,
  externalNats,
} from '@bindery/launcher';

/** The administrator's address of the Postgres of this checkout: `DATABASE_URL`, or the server that runs for it. */
export async function postgresAddress(secrets: Secrets): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  // Its fourth line is the port.
  const pidFile = await readFile(join(checkout.postgres, 'postmaster.pid'), 'utf8').catch(() => '');
  const port = Number(pidFile.split('\n')[3]);
  if (!(port > 0)) throw new Error('No platform runs in this checkout: run npm start first, or set DATABASE_URL');
  return `postgres://${ADMINISTRATOR}:${encodeURIComponent(secrets.postgres)}@127.0.0.1:${port}/postgres`;
}

/** How a process reaches the NATS server of this checkout: `NATS_URL`, or the server that runs for it. */
export async function natsLogin(secrets: Secrets, name: ProcessName): Promise<Connections['nats']> {
  if (process.env.NATS_URL) return externalNats(process.env.NATS_URL);
  // Its port stands in the configuration that was written for it.
  const configuration = await readFile(join(checkout.nats, 'nats.conf'), 'utf8').catch(() => '');
  const [, port = '4222'] = /^port: (\d+)$/m.exec(configuration) ?? [];
  return { url: `nats://127.0.0.1:${port}`, user: name, password: secrets.nats[name] };
}
