// `npm run drill -- <megabytes>`: backs up and restores a database and its files while others write, and compares.
import { prepare } from './prepare.mjs';

await prepare();
const { build } = await import('./build.mjs');
await build();
const { main } = await import('../apps/command-line/dist/backup/main.js');
await main(process.argv.slice(2));
