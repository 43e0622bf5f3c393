import { randomBytes } from 'node:crypto';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Identifies the owner of a folder: containers that share a temporary folder have equal process ids, but different host names. */
const prefix = `bindery-work-${hostname().replace(/[^A-Za-z0-9]/g, '-')}.`;

/** Distinguishes the folders of this process from those of a killed one with the same process id. */
const own = `${prefix}${process.pid}.${randomBytes(8).toString('hex')}.`;

/** Folders of this process whose work has ended, but that could not be removed. */
const remaining = new Set<string>();

/** Creates an empty folder for work that ends with this process. Returns its absolute path. */
export function createWorkFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), own));
}

/** Removes a folder of `createWorkFolder` with all that is in it. Where that fails, `removeLeftWorkFolders` tries again. */
export async function removeWorkFolder(folder: string): Promise<void> {
  try {
    await remove(folder);
  } catch (error) {
    remaining.add(folder);
    throw error;
  }
}

/**
 * Removes the folders that killed processes of this host and user left, and those that this one could not remove before.
 * Folders in use stay. Each folder that cannot be removed is reported to `failed`, and is tried again the next time.
 */
export async function removeLeftWorkFolders(failed: (folder: string, error: unknown) => void): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (!isLeft(name, folder) || !(await isOurs(folder))) continue;
    await remove(folder).catch((error: unknown) => failed(folder, error));
  }
}

async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  remaining.delete(folder);
}

/** Whether no process works in a folder any more. */
function isLeft(name: string, folder: string): boolean {
  if (name.startsWith(own)) return remaining.has(folder);
  return name.startsWith(prefix) && !isAnother(Number(name.slice(prefix.length).split('.')[0]));
}

/** Whether another process has that id now. */
function isAnother(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether that is a folder of this user: in a temporary folder that users share, another's link may lead to one. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found !== undefined && found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid);
}
