// `npm run dependencies`: writes into the package.json of each package what its sources import, at the versions of the root.
// With `--check` it changes nothing and exits with 1 where a package.json is not as it would be written.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const builtin = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
const sourceFile = /\.(ts|tsx|mts|cts|mjs|cjs)$/;
/** Imported by tests alone: not needed to run the package. */
const testFile = /\.spec\.tsx?$|\/test\//;
/** The compiler finds imports and `require`, but no files that are resolved alone. */
const resolved = /\bresolve\(\s*'([^'\n]+)'/g;

/** The packages of the workspace, as their folders below the root. */
export const packages = () => [
  ...['apps', 'libs'].flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`)),
  'tools',
];

/** The package.json of a package as it should be, and as it is: JSON. */
export function manifestOf(folder, versions = versionsOfRoot()) {
  const path = join(root, folder, 'package.json');
  const text = readFileSync(path, 'utf8');
  const { devDependencies: own = {}, ...manifest } = JSON.parse(text);
  for (const field of ['dependencies', 'devDependencies']) delete manifest[field];
  const { run, test } = importsOf(folder, manifest.name);
  // The app is bundled: nothing that it imports is installed where it is served, and it has versions of its own.
  const isBundled = folder === 'apps/web';
  const found = new Map(isBundled ? Object.entries(own).map(([name, range]) => [name, { range, isDev: true }]) : []);
  for (const name of [...run, ...test]) {
    if (found.has(name)) continue;
    const declared = isBundled && own[name] ? { range: own[name] } : rangeOf(name, versions, folder);
    found.set(declared.name ?? name, { ...declared, isDev: declared.isDev || isBundled || !run.has(name) });
  }
  const ranges = (isDev) =>
    Object.fromEntries(
      [...found]
        .filter(([, dependency]) => Boolean(dependency.isDev) === isDev)
        .map(([name, { range }]) => [name, range])
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  const written = { ...manifest };
  for (const [field, isDev] of Object.entries({ dependencies: false, devDependencies: true }))
    if (Object.keys(ranges(isDev)).length > 0) written[field] = ranges(isDev);
  return { path, text, expected: `${JSON.stringify(written, null, 2)}\n` };
}

/** The names of packages that files of a package import: those that run, and those that are tests. */
function importsOf(folder, own) {
  const run = new Set();
  const test = new Set();
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).split('\\').join('/');
    if (!entry.isFile() || !sourceFile.test(path) || /\/(node_modules|dist|build|examples)\//.test(path)) continue;
    const names = testFile.test(path) ? test : run;
    const text = readFileSync(path, 'utf8');
    const imported = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
    const files = [...text.matchAll(resolved)].map(([, target]) => target).filter((target) => target.includes('/'));
    for (const name of [...imported, ...files].map(packageOf)) if (name && name !== own) names.add(name);
  }
  return { run, test };
}

/** `@scope/name` or `name` of what is imported; undefined for files and for modules of Node. */
function packageOf(target) {
  if (!/^(@[a-z0-9-]+\/)?[a-z0-9][a-z0-9._-]*(\/|$)/i.test(target) || builtin.has(target)) return undefined;
  if (target.startsWith('node:')) return undefined;
  const [first, second] = target.split('/');
  return target.startsWith('@') ? `${first}/${second}` : first;
}

/** The version of the workspace; packages that have types alone are named by those. */
function rangeOf(name, { dependencies, devDependencies }, folder) {
  if (name.startsWith('@bindery/')) return { range: '*' };
  if (dependencies[name]) return { range: dependencies[name] };
  if (devDependencies[name]) return { range: devDependencies[name], isDev: true };
  const types = `@types/${name}`;
  if (devDependencies[types]) return { name: types, range: devDependencies[types], isDev: true };
  throw new Error(`${folder} imports ${name}, which the package.json of the workspace does not declare`);
}

function versionsOfRoot() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

function main(check) {
  const stale = packages()
    .map((folder) => manifestOf(folder))
    .filter(({ text, expected }) => text !== expected);
  for (const { path, expected } of stale) {
    if (check) console.log(`${path} does not declare what its sources import: run npm run dependencies`);
    else writeFileSync(path, expected);
  }
  if (check && stale.length > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.includes('--check'));
