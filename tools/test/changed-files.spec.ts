import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const program = pathToFileURL(join(__dirname, '..', 'changed-files.mjs')).href;
const print = `import { changedFiles } from ${JSON.stringify(program)}; console.log(JSON.stringify(changedFiles(process.cwd()) ?? null))`;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'bindery-changed-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const changed = (): unknown =>
  JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', print], { cwd: folder, encoding: 'utf8' }));
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
const write = (name: string) => writeFileSync(join(folder, name), name + Math.random());

it('names what a branch committed since it left main, and what is not committed yet', () => {
  git('init', '--quiet', '--initial-branch', 'main');
  for (const name of ['committed.ts', 'edited.ts', 'kept.ts', 'removed.ts']) write(name);
  git('add', '.');
  git('commit', '--quiet', '--message', 'First');
  git('checkout', '--quiet', '-b', 'feature');
  write('committed.ts');
  git('commit', '--quiet', '--all', '--message', 'Second');
  for (const name of ['edited.ts', 'new page.md']) write(name);
  rmSync(join(folder, 'removed.ts'));
  expect(changed()).toEqual(['committed.ts', 'edited.ts', 'new page.md']);
});

it('knows nothing of a folder without Git', () => expect(changed()).toBeNull());
