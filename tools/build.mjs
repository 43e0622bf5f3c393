// Compiles every src/ of the workspace to the dist/ beside it with SWC, in one process.
// Files whose output is newer than their source are left alone; outputs without a source are removed. With the folder of a
// project (`apps/content`), it compiles that one alone.
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cutSiteFonts } from './site-fonts.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Compiles what changed. Answers the number of files written. */
export async function build() {
  const swcrc = join(root, '.swcrc');
  const configuredAt = (await stat(swcrc)).mtimeMs;
  const counts = await Promise.all((await projects()).map((project) => buildProject(project, swcrc, configuredAt)));
  const { buildWeb } = await import('../apps/web/build.mjs');
  if (await buildWeb()) console.log('✓ Built the app');
  if ((await cutSiteFonts()).length > 0) console.log('✓ Cut the fonts of sites');
  return counts.reduce((sum, count) => sum + count, 0);
}

async function projects() {
  const found = ['tools'];
  for (const group of ['apps', 'libs']) {
    // The app is bundled for browsers, not compiled file by file.
    for (const name of await readdir(join(root, group))) if (name !== 'web') found.push(join(group, name));
  }
  return found.map((project) => join(root, project));
}

async function buildProject(project, swcrc, configuredAt) {
  const src = join(project, 'src');
  const dist = join(project, 'dist');
  const sources = (await files(src)).filter((file) => /\.ts$/.test(file) && !/\.(spec|d)\.ts$/.test(file));
  const outputs = new Map(sources.map((file) => [join(dist, relative(src, file)).replace(/\.ts$/, '.js'), file]));
  const left = (await files(dist)).filter((file) => !outputs.has(file.replace(/\.map$/, '')));
  // Another command may remove them at the same time.
  await Promise.all(left.map((file) => rm(file, { force: true })));
  const written = await Promise.all(
    [...outputs].map(([output, source]) => compile(source, output, swcrc, configuredAt)),
  );
  return written.filter(Boolean).length;
}

async function compile(source, output, swcrc, configuredAt) {
  const [from, to] = await Promise.all([stat(source), stat(output).catch(() => null)]);
  if (to && to.mtimeMs >= Math.max(from.mtimeMs, configuredAt)) return false;
  // Takes longer to load than it takes to find that there is nothing to compile.
  const { transformFile } = await import('@swc/core');
  const { code, map } = await transformFile(source, { configFile: swcrc, cwd: root, sourceFileName: source });
  await mkdir(dirname(output), { recursive: true });
  await writeWhole(`${output}.map`, map);
  await writeWhole(output, `${code}\n//# sourceMappingURL=${output.split(/[\\/]/).pop()}.map\n`);
  return true;
}

/** A command that is ended while it compiles leaves no half of a file, which would count as up to date. */
async function writeWhole(file, text) {
  const part = `${file}.${process.pid}`;
  await writeFile(part, text);
  await rename(part, file);
}

async function files(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Compiles what changed in one project, given as its folder below the root. Answers the number of files written. */
async function buildOne(project) {
  const swcrc = join(root, '.swcrc');
  if (project === 'apps/web') return Number(await (await import('../apps/web/build.mjs')).buildWeb());
  return buildProject(join(root, project), swcrc, (await stat(swcrc)).mtimeMs);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const started = performance.now();
  const [project] = process.argv.slice(2);
  const count = await (project ? buildOne(project) : build());
  console.log(`Compiled ${count} files in ${Math.round(performance.now() - started)} ms`);
}
