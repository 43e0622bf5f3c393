import 'reflect-metadata';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type Platform, type PlatformControls, startPlatform } from './platform';

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
  const { baseUrl, mailFolder, adminUrl, metricsPort } = platform;
  process.send!({ baseUrl, mailFolder, adminUrl, metricsPort, controlUrl: await serveControls(platform) });
}

/** Lets the file that has the platform use its controls: `POST /<name>` with a list of values. Answers the address. */
async function serveControls(platform: Platform): Promise<string> {
  const server = createServer((request, response) => {
    useControl(platform, request).then(
      (answer) => response.end(JSON.stringify(answer ?? null)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function useControl(platform: Platform, request: IncomingMessage): Promise<unknown> {
  const name = request.url!.slice(1) as keyof PlatformControls;
  const use = platform[name] as (...values: unknown[]) => Promise<unknown>;
  return use(...((await json(request)) as unknown[]));
}

void main();
