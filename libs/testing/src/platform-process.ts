import 'reflect-metadata';
import { startPlatform } from './platform';

/**
 * A platform in a process of its own, for one test file after another: tells its addresses and the ports of its services,
 * ends with its parent. Takes settings as JSON.
 */
async function main(): Promise<void> {
  const platform = await startPlatform(JSON.parse(process.argv[2] ?? '{}') as Record<string, string>);
  process.once('disconnect', () => void platform.close().finally(() => process.exit()));
  const { baseUrl, mailFolder, adminUrl } = platform;
  const ports = Object.fromEntries(Object.values(platform.services).map(({ name, port }) => [name, port]));
  process.send!({ baseUrl, mailFolder, adminUrl, ports });
}

void main();
