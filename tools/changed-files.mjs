import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files below `root` that differ from the commit at which the branch left main, and new ones. Without a branch main they are
 * compared with the last commit. Undefined in a folder without Git.
 */
export function changedFiles(root) {
  const git = (...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout.split('\0').filter(Boolean) : undefined;
  };
  const [base] = git('merge-base', 'HEAD', 'main') ?? git('rev-parse', 'HEAD') ?? [];
  if (base === undefined) return undefined;
  const names = [
    ...git('diff', '-z', '--name-only', '--no-renames', base.trim()),
    ...git('ls-files', '-z', '--others', '--exclude-standard'),
  ];
  return names.filter((name) => existsSync(join(root, name)));
}
