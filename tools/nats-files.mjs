// Writes what NATS permissions are made of, the configurations of NATS for compose and Kubernetes, and the hashes of files that compose
// mounts. Compiles the workspace before.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const program = fileURLToPath(import.meta.url);
const root = join(dirname(program), '..');
const configurations = '--configurations';

if (process.argv.includes(configurations)) {
  const { default: natsFiles } = await import('../apps/command-line/dist/cluster/nats-file.js');
  await writeFile(join(root, 'docker/nats.conf'), natsFiles.natsFile('single'));
  await writeFile(join(root, 'k8s/base/nats/nats.conf'), natsFiles.natsFile('cluster'));
  await writeLabels();
} else {
  await build();
  const { default: usesFile } = await import('./dist/nats/nats-uses-file.js');
  await usesFile.writeNatsUses();
  await build();
  // In a process of its own: this one has loaded the uses as they were.
  execFileSync(process.execPath, [program, configurations]);
  console.log(
    '✓ Wrote nats-uses.ts, event-consumers.ts, docker/nats.conf, k8s/base/nats/nats.conf and the labels of compose',
  );
}
process.exit();

/** The hashes of mounted files, in labels of the containers: an upgrade then makes those anew whose file has changed. */
async function writeLabels() {
  for (const name of ['compose.yaml', 'compose.small.yaml']) {
    const file = join(root, 'docker', name);
    const hashed = readFileSync(file, 'utf8').replace(
      /(bindery\.file\.([\w.]+): )"\w*"/g,
      (_, label, mounted) => `${label}"${hashOf(join(root, 'docker', mounted))}"`,
    );
    await writeFile(file, hashed);
  }
}

function hashOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
