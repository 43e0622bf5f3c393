import { mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ListedFile, openStorage, type Storage } from '@bindery/storage';
import type { Paths } from '@bindery/launcher';
import { copyFile, forEach } from './copying';
import { type BackedUpFile, type BackedUpObject, type Manifest, readManifest, writeManifest } from './manifest';
import { backupPostgres } from './postgres-backup';

/** A platform on this machine: its folders, the administrator's address of its Postgres, and where its files are. */
export interface Home {
  paths: Pick<Paths, 'postgres' | 'secrets' | 'developer' | 'welcome' | 'nats'>;
  postgresUrl: string;
  storageUrl: string;
}

/** The platform's own files that a restored one needs: its keys and passwords first of all. */
export const OWN_FILES = ['secrets', 'developer', 'welcome'] as const;

const STAMPED = /^home-\d+$/;
const OBJECTS = 'files';

/**
 * Backs a running platform up to a folder, which is empty or holds an earlier backup: files that have not changed since are
 * not copied again. Until it is complete the folder holds the earlier backup. Files come after the database, so that each
 * that the database names is there. Answers the new manifest.
 */
export async function backup({ paths, postgresUrl, storageUrl }: Home, folder: string): Promise<Manifest> {
  const startedAt = new Date();
  const previous = await previousBackup(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stamped = `home-${startedAt.getTime()}`;
  try {
    const cluster = join(folder, stamped, 'postgres');
    const { version, at, ...postgres } = await backupPostgres(postgresUrl, await realpath(paths.postgres), cluster);
    const own = await copyOwnFiles(paths, join(folder, stamped));
    const manifest: Manifest = {
      startedAt: startedAt.toISOString(),
      databaseAt: at.toISOString(),
      postgresVersion: version,
      folder: stamped,
      folders: ['postgres', ...postgres.folders.map((path) => `postgres/${path}`)],
      files: [...postgres.files.map((file) => ({ ...file, path: `postgres/${file.path}` })), ...own],
      objects: await copyObjects(storageUrl, folder, previous),
    };
    await writeManifest(folder, manifest);
    await removeOlder(folder, manifest);
    return manifest;
  } catch (error) {
    await rm(join(folder, stamped), { recursive: true, force: true });
    throw error;
  }
}

/** The storage of a backup's files. */
export const storageOf = (folder: string): Storage => openStorage(pathToFileURL(join(folder, OBJECTS)).href);

async function previousBackup(folder: string): Promise<Manifest | undefined> {
  const manifest = await readManifest(folder);
  const names = await readdir(folder).catch(() => []);
  const foreign = names.find((name) => name !== OBJECTS && name !== 'manifest.json' && !STAMPED.test(name));
  if (foreign) throw new Error(`${folder} has a file that is not of a backup (${foreign}): choose another folder`);
  return manifest;
}

async function copyOwnFiles(paths: Home['paths'], target: string): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  for (const name of OWN_FILES) {
    if (!(await stat(paths[name]).catch(() => undefined))) continue;
    const path = `${name}.json`;
    files.push({ path, ...(await copyFile(paths[name], join(target, path), { sync: true })) });
  }
  return files;
}

/** Copies the files that are new or were written since the previous backup began. */
async function copyObjects(storageUrl: string, folder: string, previous?: Manifest): Promise<BackedUpObject[]> {
  const [source, target] = [openStorage(storageUrl), storageOf(folder)];
  const known = new Map(previous?.objects.map((object) => [object.key, object]));
  const since = previous ? Date.parse(previous.startedAt) : 0;
  const objects: BackedUpObject[] = [];
  try {
    await target.prepare();
    await forEach(source.list(''), async (listed) => {
      const object = unchanged(known.get(listed.key), listed, since) ?? (await copyObject(source, target, listed.key));
      if (object) objects.push(object);
    });
    return objects;
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

const unchanged = (known: BackedUpObject | undefined, { size, modifiedAt }: ListedFile, since: number) =>
  known?.size === size && modifiedAt.getTime() < since ? known : undefined;

/** Undefined for one that was removed meanwhile. */
export async function copyObject(source: Storage, target: Storage, key: string): Promise<BackedUpObject | undefined> {
  const file = await source.get(key);
  if (!file) return undefined;
  const { contentType } = file;
  return { key, contentType, ...(await target.put(key, file.stream, { contentType, size: file.size })) };
}

/** Removes the files of earlier backups in the folder. */
async function removeOlder(folder: string, manifest: Manifest): Promise<void> {
  for (const name of await readdir(folder))
    if (STAMPED.test(name) && name !== manifest.folder) await rm(join(folder, name), { recursive: true });
  const kept = new Set(manifest.objects.map(({ key }) => key));
  const storage = storageOf(folder);
  for await (const { key } of storage.list('')) if (!kept.has(key)) await storage.delete(key);
  await storage.close();
}
