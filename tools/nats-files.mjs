// Writes the configurations of NATS for compose and Kubernetes anew. Needs a compiled workspace.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import natsFiles from './dist/cluster/nats-file.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
await writeFile(join(root, 'docker/nats.conf'), natsFiles.natsFile('single'));
await writeFile(join(root, 'k8s/base/nats/nats.conf'), natsFiles.natsFile('cluster'));
