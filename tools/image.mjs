// `node tools/image.mjs <app> <folder>`: writes what the image of one app holds, and nothing else. The app is a service, the
// gateway, or `operator`, which is the command line. Needs a compiled workspace.
import { spawnSync } from 'node:child_process';
import { copyFile, link, lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFileTrace } from '@vercel/nft';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The files of `libs/icons`. */
const ICONS = /^(package\.json|LICENSE\.txt|svgs\/(solid|brands|regular)\/[\w-]+\.svg)$/;

/** Files of packages that programs open by composed names, which cannot be found in their code. */
const OPENED_BY_NAME = {
  content: {
    'dejavu-fonts-ttf': /^(package\.json|LICENSE|ttf\/DejaVuSans(Mono)?(-\w+)?\.ttf)$/,
    '@fontsource/noto-emoji': /^(package\.json|LICENSE|files\/noto-emoji-emoji-400-normal\.woff)$/,
    '@fontsource/noto-sans-devanagari':
      /^(package\.json|LICENSE|files\/noto-sans-devanagari-devanagari-400-normal\.woff)$/,
    '@fontsource/unifont': /^(package\.json|LICENSE|files\/unifont-latin-400-normal\.woff)$/,
  },
  sites: { '@fortawesome/fontawesome-free': ICONS },
  gateway: {
    '@fortawesome/fontawesome-free': ICONS,
    mermaid: /^(package\.json|LICENSE|dist\/mermaid\.esm\.min\.mjs|dist\/chunks\/mermaid\.esm\.min\/[\w.-]+\.mjs)$/,
    'swagger-ui-dist': /^(package\.json|LICENSE|swagger-ui\.css|swagger-ui-bundle\.js|favicon-.+\.png)$/,
  },
  integrations: Object.fromEntries(
    ['linux-64', 'linux-arm64'].map((platform) => [
      `@cloudflare/workerd-${platform}`,
      /^(package\.json|bin\/workerd)$/,
    ]),
  ),
};

/** TypeORM loads it by a name that it is given. */
const DATABASE_DRIVER = 'node_modules/pg/lib/index.js';

/**
 * Writes the image's files below `folder`: compiled code, the files of `node_modules` that it uses, and at the top
 * each of its programs (`main.js`) to start it by. Calls that follow each other may share a `cache`: a file that several images
 * hold is then one file with several names. Answers the number of files and bytes.
 */
export async function writeImage(app, folder, cache = {}) {
  const home = app === 'operator' ? 'apps/command-line' : `apps/${app}`;
  const { programs } = await declared(home);
  const started = Object.values(programs).map((path) => `${home}/${path}`);
  if (app !== 'gateway') started.push(DATABASE_DRIVER);
  const trace = async (paths) =>
    (
      await nodeFileTrace(
        paths.map((path) => join(root, path)),
        { base: root, processCwd: root, cache },
      )
    ).fileList;
  // An app may serve others.
  const served = await trace(started);
  const homes = new Set([home, ...[...served].flatMap((file) => /^apps\/[^/]+(?=\/dist\/)/.exec(file)?.[0] ?? [])]);
  const files = new Set([...served, ...(await trace(await workersOf(homes)))]);
  for (const one of homes)
    for (const file of [`${one}/package.json`, ...(await openedByName(basename(one))), ...(await made(one))])
      files.add(file);
  let bytes = 0;
  const written = (cache.written ??= new Map());
  for (const file of files) bytes += await copy(file, folder, written);
  for (const [name, path] of Object.entries(programs)) {
    const run = app === 'operator' ? '.main(process.argv.slice(2))' : '';
    await writeFile(join(folder, `${name}.js`), `require('./${home}/${path}')${run};\n`);
  }
  return { files: files.size, bytes };
}

/** The files that are started by their path: the launcher and the services find them by the same declaration. */
async function declared(home) {
  const { bindery } = JSON.parse(await readFile(join(root, home, 'package.json'), 'utf8'));
  for (const path of Object.values({ ...bindery.programs, ...bindery.workers })) {
    const found = await lstat(join(root, home, path)).catch(() => undefined);
    if (!found) throw new Error(`There is no compiled ${home}/${path}: run npm run build first`);
  }
  return bindery;
}

async function workersOf(homes) {
  const found = [...homes].map(async (home) =>
    Object.values((await declared(home)).workers ?? {}).map((path) => `${home}/${path}`),
  );
  return (await Promise.all(found)).flat();
}

/** The files that the build makes besides code. */
const made = async (home) =>
  (await filesBelow(`${home}/fonts`))
    .filter((file) => /^[\w-]+\.woff2$/.test(file))
    .map((file) => `${home}/fonts/${file}`);

async function openedByName(app) {
  const found = Object.entries(OPENED_BY_NAME[app] ?? {}).map(async ([name, pattern]) => {
    const files = (await filesBelow(`node_modules/${name}`)).filter((file) => pattern.test(file));
    return files.map((file) => `node_modules/${name}/${file}`);
  });
  return [...(await Promise.all(found)).flat(), ...(app === 'gateway' ? fontsOfSites() : [])];
}

/** The files of the fonts that sites may have, as the gateway finds them. */
function fontsOfSites() {
  const { fontAssets, fontPackage, siteFonts } = createRequire(import.meta.url)('@bindery/contracts');
  return [...new Set(Object.values(siteFonts))].flatMap((font) =>
    ['LICENSE', ...fontAssets(font).map((asset) => `files/${basename(asset)}`)].map(
      (file) => `node_modules/${fontPackage(font)}/${file}`,
    ),
  );
}

/** Paths of files, relative to the folder, with slashes. */
async function filesBelow(folder) {
  const from = join(root, folder);
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/**
 * Links stay links: those of the workspace lead to its libraries. `written` has the paths of copies that other images hold.
 * Answers the bytes of a file.
 */
async function copy(file, folder, written) {
  const [from, to] = [join(root, file), join(folder, file)];
  const found = await lstat(from);
  await mkdir(dirname(to), { recursive: true });
  if (found.isSymbolicLink()) {
    await symlink(await readlink(from), to);
    return found.size;
  }
  const before = written.get(file);
  if (before) await link(before, to);
  else await copyFile(from, to);
  written.set(file, to);
  // Symbols are of use to debuggers alone, and a quarter of the program. A system without binutils keeps them.
  if (!before && file.endsWith('/bin/workerd')) spawnSync('strip', ['--strip-all', to]);
  return (await lstat(to)).size;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [app, folder] = process.argv.slice(2);
  if (!app || !folder) throw new Error('Usage: node tools/image.mjs <app> <folder>');
  const { files, bytes } = await writeImage(app, folder);
  console.log(`${app}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB`);
}
