import { freePorts, type ServiceName } from '@bindery/launcher';
import { createTestOrganization, type SharedOrganization } from '../support/test-organization';
import { GitBookCli } from './gitbook-cli';

/** A world in which scripts reach the API at its public address, and the command line that publishes them. */
export interface RuntimeWorld extends SharedOrganization {
  /** The public address. */
  url: string;
  cli: GitBookCli;
}

/** Starts a gateway at a public address, and restarts `services` with that address and these settings. */
export async function createRuntimeWorld(
  settings: Record<string, string> = {},
  services: ServiceName[] = ['integrations'],
): Promise<RuntimeWorld> {
  const world = await createTestOrganization();
  const port = String((await freePorts(1))[0]);
  const url = `http://127.0.0.1:${port}`;
  await Promise.all([
    world.platform.addGateway({ PORT: port, PUBLIC_URL: url }),
    ...services.map((name) => world.platform.restart(name, { PUBLIC_URL: url, ...settings })),
  ]);
  const cli = await GitBookCli.of(world, url);
  const close = async () => {
    await cli.close();
    await world.close();
  };
  return { ...world, url, cli, close };
}
