import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { CLONE_LIMITS, importJob } from '@bindery/content';
import { fittingLimits, memoryForWorkers } from '@bindery/service/processes';
import { compose } from './composed';
import { root, type Manifest } from './rendered';

const reads = { size: 4, memory: 1_024 };
const one = { size: 1, memory: 1_024 };
/** The pools of content (of edits, imports, specifications and PDFs) and of identity (of SAML responses). */
const ofContent = [reads, reads, one, one];
const ofIdentity = [{ size: 2, memory: 256 }];

function podOf(path: string) {
  const [deployment] = parseAllDocuments(readFileSync(join(root, path), 'utf8'));
  return (deployment!.toJS() as Manifest).spec.template!.spec;
}

/** In MiB. */
function mebibytes(amount: string): number {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(amount)!;
  return Number(number) * (unit === 'Gi' ? 1_024 : 1);
}

it.each([
  ['k8s/base/content/deployment.yaml', ofContent, 384],
  ['k8s/overlays/small/bindery.yaml', [...ofContent, ...ofIdentity], 128],
  ['k8s/base/identity/deployment.yaml', ofIdentity, 256],
])('%s has room for its heap and for a worker of each pool', (path, pools, least) => {
  const [server] = podOf(path).containers;
  const flags = server!.env!.find(({ name }) => name === 'NODE_OPTIONS')!.value!;
  const [oldSpace, semiSpace = 16] = ['old', 'semi'].map(
    (space) => new RegExp(`--max-${space}-space-size=(\\d+)`).exec(flags)?.slice(1).map(Number)[0],
  ) as [number, number?];
  const limit = mebibytes(server!.resources!.limits!.memory!);
  const available = memoryForWorkers(limit, oldSpace + 3 * semiSpace);
  const memories = pools.map((pool) => fittingLimits(pool, pools, available).memory);
  expect(Math.min(...memories)).toBeGreaterThanOrEqual(least);
  // Markdown of 600,000 characters that is all lists takes 500 MiB of it.
  if (pools !== ofIdentity) expect(memories[0]).toBeGreaterThanOrEqual(512);
});

it.each(['k8s/base/content/deployment.yaml', 'k8s/overlays/small/bindery.yaml'])(
  '%s has room for all clones of repositories at the same time',
  (path) => {
    const tmp = podOf(path).volumes!.find(({ name }) => name === 'tmp')!;
    // One more for the synchronization with Git.
    const clones = importJob.sideBySide!.perProcess! + 1;
    expect(mebibytes(tmp.emptyDir!.sizeLimit!)).toBeGreaterThanOrEqual((clones * CLONE_LIMITS.maxBytes) / 1024 ** 2);
  },
);

it.each([
  ['compose.yaml', 'content'],
  ['compose.small.yaml', 'bindery'],
])(
  '%s clones repositories onto the disk, and holds other temporary files in a limited part of the memory',
  (file, clones) => {
    const { services } = compose(file);
    for (const [name, { tmpfs = [], volumes = [], hostname }] of Object.entries(services)) {
      for (const mount of tmpfs) expect([name, mount]).toEqual([name, expect.stringMatching(/,size=\d+[mg]$/)]);
      const isOnDisk = volumes.some((volume) => volume.endsWith(':/tmp'));
      // With another host name, folders that a killed container left would stay.
      expect([name, isOnDisk, hostname]).toEqual([name, name === clones, name === clones ? name : undefined]);
    }
  },
);
