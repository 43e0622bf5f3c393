// `npm start`: makes the workspace ready to run, then hands over to the launcher.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import system from '../libs/launcher/supported-system.cjs';
import { prepare } from './prepare.mjs';

const unsupported = system.unsupportedSystem();
if (unsupported) {
  console.error(`✗ ${unsupported}`);
  process.exit(1);
}
const begun = performance.now();
// Other commands recognise a running platform by this folder.
process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
await prepare({ postgres: !process.env.DATABASE_URL, nats: !process.env.NATS_URL });
const { build } = await import('./build.mjs');
const compiled = await build();
if (compiled > 0) console.log(`✓ Compiled ${compiled} files`);
const { main } = await import('../apps/command-line/dist/start/main.js');
await main(process.argv.slice(2), begun).catch((error) => {
  console.error(`✗ ${error.message}`);
  process.exit(1);
});
