// `npm run bindery -- <command>`: makes the workspace ready to run, then hands over to the command.
import { prepare } from './prepare.mjs';

await prepare();
const { build } = await import('./build.mjs');
await build();
const { main } = await import('../apps/command-line/dist/main.js');
await main(process.argv.slice(2));
