// `npm start`: makes the workspace ready to run, then hands over to the launcher.
import { prepare } from './prepare.mjs';

const begun = performance.now();
await prepare();
const { build } = await import('./build.mjs');
const compiled = await build();
if (compiled > 0) console.log(`✓ Compiled ${compiled} files`);
const { main } = await import('./dist/start/main.js');
await main(process.argv.slice(2), begun).catch((error) => {
  console.error(`✗ ${error.message}`);
  process.exit(1);
});
