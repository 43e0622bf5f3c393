import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorkFolder, removeLeftWorkFolders, removeWorkFolder } from './work-folder';

/** Makes a folder, says which, and stays. */
const program = `require(${JSON.stringify(join(__dirname, '../dist/work-folder.js'))}).createWorkFolder()
  .then((folder) => process.send(folder)); setInterval(() => undefined, 1000);`;

const host = hostname().replace(/[^A-Za-z0-9]/g, '-');
/** Where a process that had the number of this one could have worked. */
const earlier = join(tmpdir(), `bindery-work-${host}.${process.pid}.before`);

/** Removes what is left; answers the folders for which that failed. */
async function sweep(): Promise<string[]> {
  const failed: string[] = [];
  await removeLeftWorkFolders((folder) => failed.push(folder));
  return failed;
}

/** Runs work as an unprivileged user: the superuser may write everywhere. */
async function withoutPrivileges<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

/** Puts something into a folder that cannot be removed from it; answers what allows it again. */
async function lock(folder: string): Promise<() => Promise<void>> {
  const locked = join(folder, 'locked');
  await mkdir(locked, { recursive: true });
  await writeFile(join(locked, 'file'), 'x');
  await chmod(locked, 0o500);
  return () => chmod(locked, 0o700);
}

const children: ChildProcess[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

async function another(): Promise<{ child: ChildProcess; folder: string }> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  children.push(child);
  const [folder] = (await once(child, 'message')) as [string];
  await writeFile(join(folder, 'file'), 'x');
  return { child, folder };
}

it('is removed when its process was killed, and while that lives is not', async () => {
  const [killed, living, own] = [await another(), await another(), await createWorkFolder()];
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  await sweep();
  expect([killed.folder, living.folder, own].map(existsSync)).toEqual([false, true, true]);
  await removeWorkFolder(own);
  expect(existsSync(own)).toBe(false);
  living.child.kill('SIGKILL');
  await once(living.child, 'exit');
  await sweep();
  expect(existsSync(living.folder)).toBe(false);
});

it('of a process that had the number of this one is removed, that of another host is not', async () => {
  const elsewhere = earlier.replace(host, `${host}-2`);
  for (const folder of [earlier, elsewhere]) await mkdir(folder, { recursive: true });
  await sweep();
  expect([existsSync(earlier), existsSync(elsewhere)]).toEqual([false, true]);
  await rm(elsewhere, { recursive: true });
});

it('that is a link is left alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-linked-'));
  await symlink(folder, earlier);
  await sweep();
  expect([existsSync(earlier), existsSync(folder)]).toEqual([true, true]);
  await rm(earlier);
  await rm(folder, { recursive: true });
});

it('that cannot be removed is reported, ends nothing, and is tried again', async () => {
  const own = await createWorkFolder();
  const unlocks = [await lock(own), await lock(earlier)];
  await withoutPrivileges(async () => {
    await expect(removeWorkFolder(own)).rejects.toThrow('EACCES');
    expect((await sweep()).filter((folder) => [own, earlier].includes(folder)).sort()).toEqual([own, earlier].sort());
  });
  for (const unlock of unlocks) await unlock();
  await sweep();
  expect([own, earlier].map(existsSync)).toEqual([false, false]);
});
