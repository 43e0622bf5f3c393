// `npm run docs`: writes the page of settings from what the code declares.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
await prepare();
const { build } = await import('./build.mjs');
await build();
const { default: page } = await import('../apps/bindery/dist/configuration-page.js');
await writeFile('docs/configuration.md', page.configurationPage());
console.log('✓ Wrote docs/configuration.md');
process.exit();
