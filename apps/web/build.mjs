// Builds the app into `dist` when a source of it is newer. Needs the compiled contracts, whose operations it lists.
import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const sources = ['src', 'build', 'index.html', 'vite.config.ts', 'package.json', '../../libs/contracts/src'];

/** Answers whether there was something to build. */
export async function buildWeb() {
  const [built, changed] = await Promise.all([modifiedAt(join(here, 'dist', 'index.html')), newest()]);
  if (built > changed) return false;
  // A process of its own: whoever builds may have another NODE_ENV, as tests have, which would bundle React for development.
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: here, env });
  return true;
}

async function newest() {
  const times = await Promise.all(sources.map((source) => newestIn(join(here, source))));
  return Math.max(...times);
}

async function newestIn(path) {
  const found = await stat(path);
  if (!found.isDirectory()) return found.mtimeMs;
  const names = await readdir(path, { recursive: true });
  return Math.max(...(await Promise.all(names.map((name) => modifiedAt(join(path, name))))));
}

async function modifiedAt(path) {
  const found = await stat(path).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}
