import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '@bindery/launcher';

const FOLDERS = ['apps', 'docs', 'libs', 'tools'];
const FILES = ['package.json', 'package-lock.json', '.swcrc', '.npmrc', 'tsconfig.base.json'];

/** Makes a checkout in the folder, which does not exist: as a fresh clone, with the dependencies of this one and what is compiled. */
export function copyCheckout(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const filter = (path: string) => !/[\\/]node_modules([\\/]|$)/.test(path);
  for (const name of [...FOLDERS, ...FILES])
    cpSync(join(checkout.root, name), join(folder, name), { recursive: true, preserveTimestamps: true, filter });
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@bindery'), { recursive: true });
  for (const name of readdirSync(join(checkout.root, 'node_modules')))
    if (!name.startsWith('.') && name !== '@bindery')
      symlinkSync(join(checkout.root, 'node_modules', name), join(modules, name), 'junction');
  for (const group of ['apps', 'libs'])
    for (const name of readdirSync(join(folder, group)))
      symlinkSync(join(folder, group, name), join(modules, '@bindery', name), 'junction');
  symlinkSync(join(folder, 'tools'), join(modules, '@bindery', 'tools'), 'junction');
  // By which the installation is known to be that of the lock file.
  const lock = join('node_modules', '.package-lock.json');
  if (existsSync(join(checkout.root, lock))) copyFileSync(join(checkout.root, lock), join(folder, lock));
}
