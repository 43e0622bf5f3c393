import { execSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '@bindery/launcher';

const FOLDERS = ['apps', 'docs', 'libs', 'tools'];
const FILES = ['package.json', 'package-lock.json', '.swcrc', '.npmrc', 'tsconfig.base.json'];

/** Copies files and folders, with their times, but for those of some names. By tar: Node's own copy takes ten times as long. */
export function copyFiles(names: readonly string[], from: string, to: string, but: readonly string[]): void {
  const excluded = but.map((name) => `--exclude=${name}`).join(' ');
  execSync(`tar -cf - ${excluded} ${names.join(' ')} | tar -xpf - -C "${to}"`, { cwd: from });
}

/** Makes a checkout in the folder, which does not exist: as a fresh clone, with the dependencies of this one and what is compiled. */
export function copyCheckout(folder: string): void {
  mkdirSync(folder, { recursive: true });
  copyFiles([...FOLDERS, ...FILES], checkout.root, folder, ['node_modules']);
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
  // Servers that this checkout has downloaded.
  if (existsSync(checkout.programs)) copyFiles([join('.bindery', 'bin')], checkout.root, folder, []);
}
