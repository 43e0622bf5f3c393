// `npm run contracts`: compares the interface of this checkout with that of the last release.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
await prepare();
const { build } = await import('./build.mjs');
await build();
const { main } = await import('./dist/contracts/main.js');
await main(process.argv.slice(2));
