import 'reflect-metadata';
import { startPlatform } from './platform';

/** A platform in a process of its own, for one test file after another: tells its addresses, ends with its parent. */
async function main(): Promise<void> {
  const platform = await startPlatform();
  process.once('disconnect', () => void platform.close().finally(() => process.exit()));
  const { baseUrl, mailFolder, adminUrl } = platform;
  process.send!({ baseUrl, mailFolder, adminUrl });
}

void main();
