import { createRequire } from 'node:module';
import { Cluster } from './cluster';

/**
 * The short form of the tests that need processes of their own, on one cluster: to start one costs as much as most of them.
 * The long form runs each of them on a cluster of its own, and so does its name at any time.
 */
const files = [
  // It counts all that there is.
  './load-faults.spec',
  './outages.spec',
  '../messaging/malformed.spec',
  // It deletes streams.
  '../security/credentials.spec',
] as const;

const load = createRequire(__filename);
let stop: () => Promise<void>;

beforeAll(async () => {
  const cluster = await Cluster.start({ replicas: { content: 2 } });
  stop = cluster.stop.bind(cluster);
  cluster.stop = () => Promise.resolve();
  jest.spyOn(Cluster, 'start').mockResolvedValue(cluster);
});
afterAll(() => stop?.());

// Each adds its tests, and what they begin and end with, to the block that it is loaded in.
describe.each(files)('%s', (file) => void load(file));
