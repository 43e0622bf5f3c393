import { freePorts } from '@bindery/launcher';
import { startIsolatedPlatform, type IsolatedPlatform } from '../support/test-organization';
import { GitBookCli } from './gitbook-cli';

/** A world in which scripts reach the API at its public address, and the command line that publishes them. */
export interface RuntimeWorld extends IsolatedPlatform {
  /** The public address. */
  url: string;
  cli: GitBookCli;
}

/** `port`: that of the public address, by default a free one. */
export async function createRuntimeWorld(env: Record<string, string> = {}, port?: number): Promise<RuntimeWorld> {
  port ??= (await freePorts(1))[0]!;
  const url = `http://127.0.0.1:${port}`;
  const world = await startIsolatedPlatform({ PUBLIC_URL: url, ...env });
  await world.platform.addGateway({ PORT: String(port) });
  const cli = await GitBookCli.of(world, url);
  const close = async () => {
    await cli.close();
    await world.close();
  };
  return { ...world, url, cli, close };
}
