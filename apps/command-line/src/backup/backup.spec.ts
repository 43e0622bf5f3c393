import { execFile } from 'node:child_process';
import { appendFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { openStorage } from '@bindery/storage';
import {
  type EmbeddedServer,
  startPostgres,
  generateSecrets,
  loadSecrets,
  writePrivately,
  reachableDataFolder,
  checkout,
  Paths,
} from '@bindery/launcher';
import { backup, type Home } from './backup';
import { readManifest } from './manifest';
import { restore } from './restore';

const long = process.env.BINDERY_TEST === 'long';

let folder: string;
let server: EmbeddedServer;
let home: Home & { paths: Paths };
let target: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-backup-'));
  await chmod(folder, 0o755);
  const paths = await emptyHome('home');
  const secrets = generateSecrets();
  await writePrivately(paths.secrets, secrets);
  const options = {
    dataFolder: paths.postgres,
    password: secrets.postgres,
    logFile: join(folder, 'log'),
    durable: true,
  };
  server = await startPostgres(options);
  home = { paths, postgresUrl: server.url, storageUrl: pathToFileURL(paths.files).href };
  target = join(folder, 'backup');
  await put('files/a', 'one');
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function emptyHome(name: string): Promise<Paths> {
  const data = join(folder, name);
  await mkdir(data, { recursive: true });
  await chmod(data, 0o755);
  return new Paths(data, data);
}

async function put(key: string, text: string): Promise<void> {
  const storage = openStorage(home.storageUrl);
  await storage.put(key, Buffer.from(text), { contentType: 'text/plain' });
  await storage.close();
}

const restored = async (name: string) => {
  const paths = await emptyHome(name);
  await restore(target, { paths, storageUrl: pathToFileURL(paths.files).href });
  return paths;
};

it('brings back all that was acknowledged before the end of a backup under load, and starts on it', async () => {
  const program = [join(checkout.root, 'tools/drill.mjs'), long ? '100' : '4'];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  expect(stdout).toMatch(/^0 of [1-9]\d* acknowledged writes lost; checksums equal$/m);
});

it('copies what is new, and forgets what is gone', async () => {
  await backup(home, target);
  const copy = join(target, 'files/files/~ca/a');
  const first = await stat(copy);
  await put('files/b', 'two');
  const { objects, folder: stamped } = await backup(home, target);
  expect(objects.map(({ key, size }) => [key, size]).sort()).toEqual([
    ['files/a', 3],
    ['files/b', 3],
  ]);
  expect((await stat(copy)).ino).toBe(first.ino);
  const storage = openStorage(home.storageUrl);
  await storage.delete('files/b');
  await storage.close();
  expect((await backup(home, target)).objects).toHaveLength(1);
  expect(readdirSync(target).filter((name) => name.startsWith('home-'))).not.toContain(stamped);
});

it('restores keys and passwords, and refuses a home that holds a platform', async () => {
  const paths = await restored('other');
  expect(await readFile(paths.secrets, 'utf8')).toBe(await readFile(home.paths.secrets, 'utf8'));
  const again = restore(target, { paths, storageUrl: 'file:///nowhere' });
  await expect(again).rejects.toThrow('already has a database');
  const storageUrl = home.storageUrl;
  await expect(restore(target, { paths: await emptyHome('third'), storageUrl })).rejects.toThrow('already has files');
  const used = await emptyHome('fourth');
  await mkdir(join(used.nats, 'jetstream'), { recursive: true });
  await expect(restore(target, { paths: used, storageUrl })).rejects.toThrow('already has events');
});

it('restores into a checkout that was never started, also where the user of Postgres cannot look', async () => {
  const clone = join(folder, 'clone');
  await mkdir(clone, { mode: 0o700 });
  const paths = new Paths(clone, join(clone, '.bindery'));
  await restore(target, { paths, storageUrl: pathToFileURL(paths.files).href });
  const dataFolder = await reachableDataFolder(paths.postgres);
  const { postgres: password } = await loadSecrets(paths.secrets);
  const again = await startPostgres({ dataFolder, password, logFile: join(folder, 'clone.log'), durable: true });
  expect(await again.stop()).toBe(true);
  if (dataFolder !== paths.postgres) await rm(dataFolder, { recursive: true });
});

it('refuses a backup of which anything was changed, and leaves the home as it was', async () => {
  const manifest = (await readManifest(target))!;
  const file = (path: string) => join(target, manifest.folder, path);
  const log = manifest.files.find(({ path }) => path.includes('/pg_wal/'))!;
  const damages: [string, string, (path: string) => void][] = [
    ['a longer file', file('postgres/PG_VERSION'), (path) => appendFileSync(path, 'x')],
    ['a shorter log', file(log.path), (path) => truncateSync(path, log.size - 1)],
    ['a file that is gone', file('secrets.json'), (path) => rmSync(path)],
    [
      'another file',
      join(target, 'files/files/~ca/a'),
      (path) => writeFileSync(path, '{"contentType":"text/plain"}\ntwo'),
    ],
    ['a manifest', join(target, 'manifest.json'), (path) => appendFileSync(path, '}')],
  ];
  for (const [name, path, damage] of long ? damages : damages.slice(-2)) {
    const before = await readFile(path);
    damage(path);
    const paths = await emptyHome('damaged');
    const storageUrl = pathToFileURL(paths.files).href;
    await expect(restore(target, { paths, storageUrl })).rejects.toThrow(/damaged|no such file/);
    expect([name, readdirSync(paths.data).filter((entry) => entry !== 'files')]).toEqual([name, []]);
    await writeFile(path, before);
  }
  const storage = openStorage(pathToFileURL((await restored('damaged')).files).href);
  expect(await storage.exists('files/a')).toBe(true);
  await storage.close();
  await expect(restore(join(folder, 'nothing'), home)).rejects.toThrow('is not a complete backup');
});
