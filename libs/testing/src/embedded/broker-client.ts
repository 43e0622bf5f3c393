import { BROKER_VARIABLE } from '../run/test-broker';
import { type LentPlatform } from '../run/test-platforms';
import { type TestServers } from '../run/test-servers';

let servers: Promise<TestServers> | undefined;

/** The servers of this test run, started when the first test of the run asks. */
export function testServers(): Promise<TestServers> {
  servers ??= ask<TestServers>('GET', '/servers');
  return servers;
}

/** Borrows an account of the test NATS server. Give it back with {@link returnAccount}. */
export async function borrowAccount(): Promise<number> {
  return (await ask<{ account: number }>('POST', '/accounts')).account;
}

export async function returnAccount(account: number): Promise<void> {
  await ask('DELETE', `/accounts/${account}`);
}

/** Borrows a running platform. Give it back with {@link returnPlatform}. */
export const borrowPlatform = (): Promise<LentPlatform> => ask('POST', '/platforms');

export async function returnPlatform(id: number): Promise<void> {
  await ask('DELETE', `/platforms/${id}`);
}

/** Uses a control of a borrowed platform. */
export const control = <T>(controlUrl: string, name: string, values: unknown[]): Promise<T> =>
  request(new URL(name, controlUrl), { method: 'POST', body: JSON.stringify(values) });

async function ask<T>(method: string, path: string): Promise<T> {
  const broker = process.env[BROKER_VARIABLE];
  if (!broker) throw new Error('Test servers need the global set-up of jest.config.cjs');
  return request(new URL(path, broker), { method });
}

async function request<T>(url: URL, options: RequestInit): Promise<T> {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}
