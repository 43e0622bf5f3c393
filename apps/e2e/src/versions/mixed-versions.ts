import { Paths, PROCESSES, SERVICES, type ProcessName } from '@bindery/launcher';
import { Cluster } from '../faults/cluster';
import { populate } from '../support/test-organization';
import { drive } from './drive';

/** A checkout of another version, compiled: `npm run test:versions` makes it. */
const other = new Paths(process.env.BINDERY_OTHER_VERSION!);

jest.setTimeout(600_000);

const mixtures: [what: string, others: readonly ProcessName[]][] = [
  ['the gateway', ['gateway']],
  ['the services', SERVICES],
  ['every other process', PROCESSES.filter((_, index) => index % 2 === 0)],
  ['all the others', PROCESSES.filter((_, index) => index % 2 === 1)],
  ['all', PROCESSES],
];

it.each(mixtures)('%s of the other version, on the schema of this one, serve the public client', async (_, others) => {
  const cluster = await Cluster.start({
    versions: Object.fromEntries(others.map((name) => [name, other])),
    // As docs/self-hosting/upgrade.md says: the other version may not sign what it sends.
    settings: { UNSIGNED_REQUESTS: 'accept' },
  });
  const { baseUrl, mailFolder, adminUrl } = cluster;
  const world = await populate({ baseUrl, mailFolder, adminUrl, close: () => cluster.stop() });
  try {
    await drive(world, 'driven');
    const failures = (await cluster.logs()).split('\n').filter((line) => /"level":(50|60)/.test(line));
    expect(failures).toEqual([]);
  } finally {
    await world.close();
  }
});
