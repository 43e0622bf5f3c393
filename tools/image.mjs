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
 * Writes the files of each app's image to the folder that `folders` has for it: compiled code, the files of `node_modules` that it
 * uses, and at the top each of its programs (`main.js`) to start it by. A file that several images hold is one file with several
 * names. Answers the numbers of files and bytes by app.
 */
export async function writeImages(folders) {
  const apps = await Promise.all(Object.entries(folders).map(([app, folder]) => started(app, folder)));
  const cache = {};
  const served = await trace(
    apps.map(({ entries }) => entries),
    cache,
  );
  const homes = apps.map(({ home }, index) => homesIn(home, served[index]));
  const worked = await trace(await Promise.all(homes.map(workersOf)), cache);
  const written = new Map();
  const sizes = {};
  for (const [index, { app, folder, home, programs }] of apps.entries()) {
    const files = new Set([...served[index], ...worked[index], ...(await besidesCode(homes[index]))]);
    let bytes = 0;
    for (const file of files) bytes += await copy(file, folder, written);
    for (const [name, path] of Object.entries(programs)) {
      const run = app === 'operator' ? '.main(process.argv.slice(2))' : '';
      await writeFile(join(folder, `${name}.js`), `require('./${home}/${path}')${run};\n`);
    }
    sizes[app] = { files: files.size, bytes };
  }
  return sizes;
}

/** An app with its folder in the workspace, its programs, and the files that its image begins with. */
async function started(app, folder) {
  const home = app === 'operator' ? 'apps/command-line' : `apps/${app}`;
  const { programs } = await declared(home);
  const entries = Object.values(programs).map((path) => `${home}/${path}`);
  return { app, folder, home, programs, entries: app === 'gateway' ? entries : [...entries, DATABASE_DRIVER] };
}

/** For each list of files the files that they load: all lists are traced at once, because most of what they load is the same. */
async function trace(lists, cache) {
  const paths = [...new Set(lists.flat())].map((path) => join(root, path));
  const { reasons } = await nodeFileTrace(paths, { base: root, processCwd: root, cache });
  const loads = new Map();
  for (const [file, { parents, ignored }] of reasons)
    for (const parent of ignored ? [] : parents) {
      if (!loads.has(parent)) loads.set(parent, []);
      loads.get(parent).push(file);
    }
  return lists.map((list) => {
    const found = new Set(list);
    // Files that are added meanwhile come up as well.
    for (const file of found) for (const loaded of loads.get(file) ?? []) found.add(loaded);
    return found;
  });
}

/** The folders of an app, and of those that it serves. */
const homesIn = (home, files) =>
  new Set([home, ...[...files].flatMap((file) => /^apps\/[^/]+(?=\/dist\/)/.exec(file)?.[0] ?? [])]);

/** Files that no code of these folders loads by a path of its own. */
async function besidesCode(homes) {
  const found = [...homes].map(async (home) => [
    `${home}/package.json`,
    ...(await openedByName(basename(home))),
    ...(await made(home)),
  ]);
  return (await Promise.all(found)).flat();
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
  const { files, bytes } = (await writeImages({ [app]: folder }))[app];
  console.log(`${app}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB`);
}
