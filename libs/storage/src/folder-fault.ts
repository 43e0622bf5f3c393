import type { Stats } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const othersWrite = 0o002;
/** The sticky bit: a user with write access to the folder can remove and rename only their own files. */
const sticky = 0o1000;

/**
 * The reason why other users of the machine can change files in a folder, with the remedy; undefined where they cannot. The root of a
 * separate volume is accepted with the rights that the volume has, which can often not be changed.
 */
export async function folderFault(folder: string, me = process.getuid!()): Promise<string | undefined> {
  const found = await stat(folder);
  if (!found.isDirectory()) return 'which is not a folder: remove it, or set another one';
  if (!isOwn(found, me))
    return `which belongs to another user (id ${found.uid}): give it to the one that runs the platform (chown -R ${me} ${folder}), or set another one`;
  if ((found.mode & othersWrite) === 0 || (await isVolume(folder, found))) return undefined;
  if ((found.mode & sticky) === 0)
    return `which every user of the machine may write to: take that right away (chmod o-w ${folder}), or set another one`;
  for (const name of await readdir(folder)) {
    const entry = await lstat(join(folder, name)).catch(() => undefined);
    if (entry && !isOwn(entry, me))
      return `where another user (id ${entry.uid}) has put ${name}: remove it, and let others write there no more (chmod o-w ${folder})`;
  }
  return undefined;
}

/** Root may change everything anyway. */
const isOwn = ({ uid }: Stats, me: number): boolean => uid === me || uid === 0;

async function isVolume(folder: string, { dev }: Stats): Promise<boolean> {
  const parent = await stat(dirname(resolve(folder)));
  return parent.dev !== dev;
}
