import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readlink, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canReach, unprivilegedUser } from './run-as';

/** Outside every home: where root keeps what the unprivileged user of Postgres has to reach. */
const BASES = ['/var/lib/bindery', '/var/tmp/bindery'];

/** The path of a folder that every user may enter, below one where only root may write; it need not exist yet. */
export async function systemFolder(name: string): Promise<string> {
  for (const base of BASES) {
    const made = await mkdir(base, { recursive: true, mode: 0o755 })
      .then(() => lstat(base))
      .catch(() => undefined);
    // Another user may have made a folder of this name where all may write: never trust that one.
    if (!made?.isDirectory() || made.uid !== 0) continue;
    await chmod(base, 0o755);
    return join(base, name);
  }
  throw new Error(`Neither ${BASES.join(' nor ')} can be created for the files of Postgres`);
}

/**
 * Where Postgres can keep data that is wanted at `path`: there, or, for root in a checkout that the unprivileged user
 * cannot reach, in a system folder that a link at `path` then names.
 */
export async function reachableDataFolder(path: string): Promise<string> {
  const linked = await readlink(path).catch(() => undefined);
  if (linked) return linked;
  // In a checkout that was never started there is nothing yet, nor a place for a link.
  await mkdir(dirname(path), { recursive: true });
  const user = await unprivilegedUser();
  if (!user || (await canReach(user, dirname(path)))) return path;
  // A new name each time: data of a checkout whose link is gone has a password that is lost.
  const folder = await systemFolder(`data-${randomBytes(8).toString('hex')}`);
  // A checkout that was never started has no folder for the link yet.
  await mkdir(dirname(path), { recursive: true });
  await symlink(folder, path);
  return folder;
}
