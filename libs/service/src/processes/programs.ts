import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The `bindery` field in the package.json of an app: by name, the path of each compiled file that is started by its path. */
interface DeclaredPrograms {
  /** Programs that users, the launcher or a container start. */
  programs: Readonly<Record<string, string>>;
  /** Programs that another program of the app starts, for one kind of work. */
  workers: Readonly<Record<string, string>>;
}

/** The programs that the app in this folder declares. Images contain these and the modules that they load. */
export function declaredPrograms(app: string): DeclaredPrograms {
  const { bindery = {} } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as {
    bindery?: Partial<DeclaredPrograms>;
  };
  return { programs: bindery.programs ?? {}, workers: bindery.workers ?? {} };
}

/**
 * The path of a worker of the app that the folder belongs to; of its compiled form, also where all else runs from its source (in
 * tests). Throws when the app does not declare it.
 */
export function workerProgram(folder: string, name: string): string {
  const app = packageOf(folder);
  const path = declaredPrograms(app).workers[name];
  if (!path) throw new Error(`${join(app, 'package.json')} declares no worker ${name} under "bindery.workers"`);
  return join(app, path);
}

function packageOf(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (dirname(folder) === folder) throw new Error('This file belongs to no package');
  return packageOf(dirname(folder));
}
