// `node tools/image.mjs <app> <folder>`: writes what the image of one app holds, and nothing else. The app is a service, the
// gateway, or `operator`, which is the command line. Needs a compiled workspace.
import { copyFile, lstat, mkdir, readdir, readlink, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFileTrace } from '@vercel/nft';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Files of packages that programs open by names they compose, which no reading of their code tells. */
const OPENED_BY_NAME = {
  content: {
    'dejavu-fonts-ttf': /^(package\.json|LICENSE|ttf\/DejaVuSans(Mono)?(-\w+)?\.ttf)$/,
    '@fontsource/unifont': /^(package\.json|LICENSE|files\/unifont-latin-400-normal\.woff)$/,
  },
  gateway: { 'swagger-ui-dist': /^(package\.json|LICENSE|swagger-ui\.css|swagger-ui-bundle\.js|favicon-.+\.png)$/ },
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
 * `main.js` (and `admin.js` or `runtime-server.js`, if the app has one) to start it by. Calls that follow each other may share a `cache`.
 * Answers the number of files and bytes.
 */
export async function writeImage(app, folder, cache = {}) {
  const home = app === 'operator' ? 'tools' : `apps/${app}`;
  const programs = await programsOf(app, home);
  const traced = app === 'gateway' ? programs : [...programs, DATABASE_DRIVER];
  const { fileList } = await nodeFileTrace(
    traced.map((path) => join(root, path)),
    { base: root, processCwd: root, cache },
  );
  const files = new Set([...fileList, `${home}/package.json`, ...(await openedByName(app))]);
  let bytes = 0;
  for (const file of files) bytes += await copy(file, folder);
  for (const program of programs.filter((path) => !path.endsWith('-thread.js'))) {
    const run = app === 'operator' ? '.main(process.argv.slice(2))' : '';
    await writeFile(join(folder, basename(program)), `require('./${program}')${run};\n`);
  }
  return { files: files.size, bytes };
}

/** What is started by its path: the app's own programs and its threads. */
async function programsOf(app, home) {
  if (app === 'operator') return [`${home}/dist/bindery/main.js`];
  const programs = (await filesBelow(`${home}/dist`)).filter((path) =>
    /(^(main|admin|runtime-server)|-thread)\.js$/.test(path),
  );
  if (programs.length === 0) throw new Error(`There is no compiled app ${app}: run npm run build first`);
  return programs.map((path) => `${home}/dist/${path}`);
}

async function openedByName(app) {
  const found = Object.entries(OPENED_BY_NAME[app] ?? {}).map(async ([name, pattern]) => {
    const files = (await filesBelow(`node_modules/${name}`)).filter((file) => pattern.test(file));
    return files.map((file) => `node_modules/${name}/${file}`);
  });
  return (await Promise.all(found)).flat();
}

/** Paths of files, relative to the folder, with slashes. */
async function filesBelow(folder) {
  const from = join(root, folder);
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Links stay links: those of the workspace lead to its libraries. Answers the bytes of a file. */
async function copy(file, folder) {
  const [from, to] = [join(root, file), join(folder, file)];
  const found = await lstat(from);
  await mkdir(dirname(to), { recursive: true });
  if (!found.isSymbolicLink()) await copyFile(from, to);
  else await symlink(await readlink(from), to);
  return found.size;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [app, folder] = process.argv.slice(2);
  if (!app || !folder) throw new Error('Usage: node tools/image.mjs <app> <folder>');
  const { files, bytes } = await writeImage(app, folder);
  console.log(`${app}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB`);
}
