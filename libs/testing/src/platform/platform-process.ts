import 'reflect-metadata';
import { startPlatform } from './platform';

/** In milliseconds. */
const closeWithin = 10_000;

/**
 * A platform in a process of its own, for one test file after another: sends its addresses and ends with
 * its parent. Takes settings as JSON.
 */
async function main(): Promise<void> {
  const platform = await startPlatform(JSON.parse(process.argv[2] ?? '{}') as Record<string, string>);
  process.once('disconnect', () => {
    // Its servers may have ended with the parent.
    setTimeout(() => process.exit(1), closeWithin).unref();
    void platform.close().finally(() => process.exit());
  });
  const { baseUrl, mailFolder, adminUrl } = platform;
  process.send!({ baseUrl, mailFolder, adminUrl, metricsPort: platform.metricsPort });
}

void main();
