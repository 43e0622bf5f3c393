// `npm run format`: mends what ESLint and Prettier can mend, and prints what lint finds beside it, in the files that differ from main.
// `--all` takes all files.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changedFiles } from './changed-files.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isCode = (file) => /\.[cm]?[jt]sx?$/.test(file);

const changed = process.argv.includes('--all') ? undefined : changedFiles(root);
const files = changed ?? ['.'];
const code = changed?.filter(isCode) ?? ['.'];
const outcomes = [
  run('eslint', 'bin/eslint.js', ['--fix', '--max-warnings', '0', '--no-warn-ignored'], code),
  run('prettier', 'bin/prettier.cjs', ['--write', '--log-level', 'warn', '--ignore-unknown'], files),
  run('oxlint', 'bin/oxlint', [], code),
];
if (outcomes.includes(false)) process.exitCode = 1;
else console.log(changed ? `✓ Formatted what differs from main: ${files.length} files` : '✓ Formatted all files');

/** Runs a program of a package on files; returns whether it passed. */
function run(name, program, options, files) {
  if (files.length === 0) return true;
  const args = [join(root, 'node_modules', name, program), ...options, ...files];
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;
}
