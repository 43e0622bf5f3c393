// `npm run bench`: makes the workspace ready to run, then hands over to the measurement.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
await prepare();
const { build } = await import('./build.mjs');
await build();
const { main } = await import('../apps/bench/dist/main.js');
await main(process.argv.slice(2)).catch((error) => {
  console.error(`✗ ${error.message}`);
  process.exitCode = 1;
});
process.exit();
