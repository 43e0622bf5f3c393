// Writes what NATS permissions are made of, and the configurations of NATS for compose and Kubernetes. Compiles the workspace before.
import { execFileSync } from 'node:child_process';
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
} else {
  await build();
  const { default: usesFile } = await import('./dist/nats/nats-uses-file.js');
  await usesFile.writeNatsUses();
  await build();
  // In a process of its own: this one has loaded the uses as they were.
  execFileSync(process.execPath, [program, configurations]);
  console.log('✓ Wrote nats-uses.ts, event-consumers.ts, docker/nats.conf and k8s/base/nats/nats.conf');
}
process.exit();
