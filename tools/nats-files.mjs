// Writes what NATS permissions are made of, and the configurations of NATS for compose and Kubernetes. Needs a compiled workspace.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import usesFile from './dist/nats/nats-uses-file.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
await usesFile.writeNatsUses();
execFileSync(process.execPath, [join(root, 'tools/build.mjs')], { stdio: 'inherit' });
const { default: natsFiles } = await import('../apps/command-line/dist/cluster/nats-file.js');
await writeFile(join(root, 'docker/nats.conf'), natsFiles.natsFile('single'));
await writeFile(join(root, 'k8s/base/nats/nats.conf'), natsFiles.natsFile('cluster'));
process.exit();
