// Checks the types of one project, given as its folder (`apps/content`), with the compiler and the settings of `npm run types`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [project] = process.argv.slice(2);
const sources = ['src', 'test'].filter((folder) => project && existsSync(join(root, project, folder)));
if (sources.length === 0) {
  console.error(`There are no sources in ${project ?? 'no folder'}: name a project, such as apps/content`);
  process.exit(1);
}

// The compiler takes a list of files from a settings file only.
const folder = join(root, 'node_modules', '.cache', 'types');
mkdirSync(folder, { recursive: true });
const settings = join(folder, `${project.replaceAll(/[\\/]+/g, '-')}.json`);
const include = sources.map((name) => `../../../${project}/${name}`);
writeFileSync(settings, JSON.stringify({ extends: '../../../tsconfig.json', include }));

const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
process.exitCode = spawnSync(process.execPath, [tsc, '--noEmit', '-p', settings], { stdio: 'inherit' }).status ?? 1;
