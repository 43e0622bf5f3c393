import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** A user of the operating system to run a process as. */
export interface RunAs {
  name: string;
  uid: number;
  gid: number;
}

/**
 * Postgres refuses to run as root: for root this returns an existing unprivileged user, for all other users undefined
 * (Postgres runs as the user itself). Throws when root has no such user.
 */
export async function unprivilegedUser(): Promise<RunAs | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((user) => user[0] === name) ?? [];
    if (Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('Postgres does not run as root, and there is neither a user "postgres" nor "nobody" to run it as');
}

/** Whether the user may read and enter the path and enter every folder above it. */
export async function canReach(user: RunAs, path: string): Promise<boolean> {
  if (!(await allows(user, path, 0o5))) return false;
  let folder = resolve(path);
  while (folder !== dirname(folder)) {
    folder = dirname(folder);
    if (!(await allows(user, folder, 0o1))) return false;
  }
  return true;
}

async function allows(user: RunAs, path: string, wanted: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return false;
  const shift = found.uid === user.uid ? 6 : found.gid === user.gid ? 3 : 0;
  return ((found.mode >> shift) & wanted) === wanted;
}
