// `npm run smoke [-- <Node version>...]`: makes the workspace ready to run, then runs the first steps of a user in a fresh checkout.
import { prepare } from './prepare.mjs';

await prepare({ postgres: true, nats: true });
const { build } = await import('./build.mjs');
await build();
const { main } = await import('./dist/smoke/main.js');
await main(process.argv.slice(2)).catch((error) => {
  console.error(`✗ ${error.message}`);
  process.exitCode = 1;
});
