import { chown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openStorage, type Storage } from '@bindery/storage';
import { unprivilegedUser, reachableDataFolder } from '@bindery/launcher';
import { type Home, OWN_FILES, copyObject, storageOf } from './backup';
import { copyFile, forEach } from './copying';
import { type Manifest, readManifest } from './manifest';

/**
 * Makes a platform of a backup, in a home that holds none. Everything is compared with the manifest while it is copied, and
 * the home holds a platform only once all of it was the same. Throws, and leaves the home as it was, when the backup does
 * not verify or the home is not empty.
 */
export async function restore(folder: string, { paths, storageUrl }: Omit<Home, 'postgresUrl'>): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (!manifest) throw new Error(`${folder} is not a complete backup: its manifest is missing`);
  const storage = openStorage(storageUrl);
  const staged = `${paths.postgres}.restoring`;
  try {
    await refuseData(paths, storage);
    await refuseOtherKeys(join(folder, manifest.folder), paths);
    const dataFolder = await reachableDataFolder(paths.postgres);
    const target = dataFolder === paths.postgres ? staged : `${dataFolder}.restoring`;
    await restoreObjects(folder, manifest, storage);
    try {
      await restoreFiles(join(folder, manifest.folder), manifest, target);
      await putInPlace(target, dataFolder, paths);
    } catch (error) {
      await removeObjects(manifest, storage);
      throw error;
    } finally {
      await rm(target, { recursive: true, force: true });
    }
    return manifest;
  } finally {
    await storage.close();
  }
}

async function refuseData(paths: Home['paths'], storage: Storage): Promise<void> {
  if (await stat(join(paths.postgres, 'PG_VERSION')).catch(() => undefined))
    throw new Error(`${paths.postgres} already has a database: restore into a checkout that was never started`);
  // Events that another platform had published would be taken for those of this one.
  if (await stat(join(paths.nats, 'jetstream')).catch(() => undefined))
    throw new Error(`${paths.nats} already has events: restore into a checkout that was never started`);
  for await (const { key } of storage.list(''))
    throw new Error(`The storage in STORAGE_URL already has files (${key}): set STORAGE_URL to an empty one`);
}

/** Refuses to overwrite other keys, as data that is encrypted with lost keys is lost. */
async function refuseOtherKeys(source: string, paths: Home['paths']): Promise<void> {
  for (const name of OWN_FILES) {
    const [here, backup] = await Promise.all([bytesOf(paths[name]), bytesOf(join(source, `${name}.json`))]);
    if (here && backup && !here.equals(backup))
      throw new Error(`${paths[name]} belongs to another platform: move it away first, and keep it`);
  }
}

const bytesOf = (path: string): Promise<Buffer | undefined> => readFile(path).catch(() => undefined);

async function restoreFiles(source: string, { files, folders }: Manifest, target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  for (const path of ['', ...folders]) await mkdir(join(target, path), { recursive: true, mode: 0o700 });
  await forEach(files, async ({ path, size, sha256 }) => {
    // The server syncs what it finds before it accepts connections.
    const copied = await copyFile(join(source, path), join(target, path), { sync: false });
    if (copied.size !== size || copied.sha256 !== sha256) throw damaged(path);
  });
}

async function restoreObjects(folder: string, manifest: Manifest, storage: Storage): Promise<void> {
  const source = storageOf(folder);
  try {
    await forEach(manifest.objects, async ({ key, size, sha256, contentType }) => {
      const copied = await copyObject(source, storage, key);
      if (copied?.size !== size || copied.sha256 !== sha256 || copied.contentType !== contentType) throw damaged(key);
    });
  } catch (error) {
    await removeObjects(manifest, storage);
    throw error;
  } finally {
    await source.close();
  }
}

const removeObjects = ({ objects }: Manifest, storage: Storage): Promise<void> =>
  forEach(objects, ({ key }) => storage.delete(key));

const damaged = (name: string): Error => new Error(`The backup is damaged: ${name} differs from its manifest`);

/** The database comes last: with it the home holds a platform. */
async function putInPlace(staged: string, dataFolder: string, paths: Home['paths']): Promise<void> {
  for (const name of OWN_FILES) {
    const from = join(staged, `${name}.json`);
    if (!(await stat(from).catch(() => undefined))) continue;
    await mkdir(dirname(paths[name]), { recursive: true });
    await copyFile(from, paths[name], { sync: true });
  }
  const cluster = join(staged, 'postgres');
  const user = await unprivilegedUser();
  if (user) {
    const entries = await readdir(cluster, { recursive: true });
    for (const path of ['', ...entries]) await chown(join(cluster, path), user.uid, user.gid);
  }
  await rename(cluster, dataFolder);
}
