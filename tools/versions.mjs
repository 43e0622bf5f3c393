// `npm run test:versions [-- <git ref>]`: boots platforms of which some processes are of another version than this one, on
// the schema of this one, and drives them with the public client. Without a ref, the other version is that of the last tag,
// or where there is none the commit that wrote the interface of the last release; the checkout has to have its history.
// Arguments after the ref are for Jest.
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

await prepare();
const folder = join(mkdtempSync(join(tmpdir(), 'bindery-version-')), 'checkout');
try {
  const ref = process.argv[2] ?? (await previous());
  const commit = (await git('rev-parse', '--short', `${ref}^{commit}`)).trim();
  console.log(`▸ ${ref} (${commit})`);
  await git('worktree', 'add', '--detach', folder, commit);
  await install();
  await run(process.execPath, [join(folder, 'tools/build.mjs')], { cwd: folder });
  const jest = [
    join(root, 'node_modules/jest/bin/jest.js'),
    ...['--testMatch', join(root, 'apps/e2e/src/versions/mixed-versions.ts')],
    ...process.argv.slice(3),
  ];
  await run(process.execPath, jest, { cwd: root, env: { ...process.env, BINDERY_OTHER_VERSION: folder } });
} catch (error) {
  console.log(`✗ ${error.message}`);
  process.exitCode = 1;
} finally {
  if (existsSync(folder)) await git('worktree', 'remove', '--force', folder).catch(() => undefined);
  rmSync(dirname(folder), { recursive: true, force: true });
}

async function previous() {
  // A shallow clone has no HEAD~1.
  const before = async (...args) => (await git(...args).catch(() => '')).split('\n')[0];
  const found =
    (await before('tag', '--merged', 'HEAD~1', '--sort=-creatordate')) ||
    (await before('log', '-1', '--format=%H', 'HEAD~1', '--', 'libs/contracts/released.json'));
  if (!found) throw new Error('No earlier version is in the history of this checkout: fetch all of it, or name a ref');
  return found;
}

/** The other version runs on its own dependencies; where they are those of this one, links to these do. */
async function install() {
  const modules = join(folder, 'node_modules');
  const lock = (of) => readFileSync(join(of, 'package-lock.json'), 'utf8');
  if (lock(root) !== lock(folder)) {
    const npm = process.env.npm_execpath;
    const args = ['ci', '--no-audit', '--no-fund'];
    return npm?.endsWith('.js')
      ? run(process.execPath, [npm, ...args], { cwd: folder })
      : run('npm', args, { cwd: folder, shell: process.platform === 'win32' });
  }
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    const from = join(root, 'node_modules', name);
    if (name === '.package-lock.json') copyFileSync(from, join(modules, name));
    else if (!name.startsWith('.') && name !== '@bindery') symlinkSync(from, join(modules, name), 'junction');
  }
  mkdirSync(join(modules, '@bindery'));
  for (const group of ['apps', 'libs'])
    for (const name of readdirSync(join(folder, group)))
      symlinkSync(join(folder, group, name), join(modules, '@bindery', name), 'junction');
  if (existsSync(join(folder, 'tools')))
    symlinkSync(join(folder, 'tools'), join(modules, '@bindery/tools'), 'junction');
}

function git(...args) {
  return run('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
}

function run(program, args, options) {
  const child = spawn(program, args, { stdio: 'inherit', ...options });
  // Passes signals on, so that an interrupted run still cleans up.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`${[program, ...args].join(' ').slice(0, 200)} ended with code ${code}`)),
    );
  });
}
