import type { Stats } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const othersWrite = 0o002;
/** Whoever may write to the folder removes and renames there what is their own alone. */
const sticky = 0o1000;

/**
 * What lets other users of the machine change what is in a folder, with the remedy; undefined where nothing does. The root of a volume
 * of its own is taken with the rights that the volume has, which can often not be changed.
 */
export async function folderFault(folder: string, me = process.getuid?.()): Promise<string | undefined> {
  const found = await stat(folder);
  if (!found.isDirectory()) return 'which is no folder: remove it, or set another one';
  // Windows has other rights.
  if (me === undefined) return undefined;
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
