// Prepares the workspace for all its other programs. Uses nothing but Node itself.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import nats from '../libs/launcher/nats-server.cjs';
import platform from '../libs/launcher/postgres-platform.cjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const lockFile = join(root, 'package-lock.json');
const installedLock = join(root, 'node_modules', '.package-lock.json');
const marker = join(root, 'node_modules', '.installed-lock');
const programs = join(root, '.bindery', 'bin');
const installing = join(root, '.bindery', 'installing.pid');

/**
 * Ends the process with a clear message when Node is too old or a server cannot be had that the command runs itself, and installs
 * the dependencies when they are not in place.
 */
export async function prepare(servers = { postgres: false, nats: false }) {
  requireNode();
  await requireServers(servers);
  if (installed()) return;
  await takeTurn();
  if (!installed()) await install();
  rmSync(installing, { force: true });
}

function requireNode() {
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    .engines.node.replace(/^>=/, '')
    .split('.')
    .map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) return;
  console.error(
    `Bindery needs Node ${wanted.join('.')} or newer; this is ${process.versions.node} (${process.execPath})`,
  );
  process.exit(1);
}

async function requireServers({ postgres, nats: needsNats }) {
  const missing = postgres && platform.missingPostgres();
  if (missing) fail(missing);
  if (needsNats)
    await nats.natsServer({ folder: programs, progress: console.log }).catch((error) => fail(error.message));
}

function fail(message) {
  console.error(`✗ ${message}`);
  process.exit(1);
}

/** A checkout of another branch touches the lock file without changing it: its content decides, if npm was run from here. */
function installed() {
  const modules = modifiedAt(installedLock);
  if (modules === undefined) return false;
  if (modules >= modifiedAt(lockFile)) return true;
  return modifiedAt(marker) !== undefined && readFileSync(marker, 'utf8') === lockHash();
}

/** Two npm ci at once leave half a node_modules folder: the second command waits for the first. */
async function takeTurn() {
  mkdirSync(dirname(installing), { recursive: true });
  // A link appears in one step with its content, so no reader finds a file without a process id.
  const own = `${installing}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    for (let told = false; !linked(own); told = true) {
      if (!told) console.log('Another command is installing the dependencies: waiting for it');
      await delay(500);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

function linked(own) {
  try {
    linkSync(own, installing);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAlive(holder())) rmSync(installing, { force: true });
    return false;
  }
}

function holder() {
  try {
    return Number(readFileSync(installing, 'utf8'));
  } catch {
    return 0;
  }
}

async function install() {
  const begun = Date.now();
  const seconds = () => `${Math.round((Date.now() - begun) / 1_000)} s`;
  const show = (text) => (process.stdout.isTTY ? process.stdout.write(`\r\u001b[K${text}`) : console.log(text));
  show('Installing dependencies (npm ci): once, about a minute');
  const tick = setInterval(
    () => show(`Installing dependencies (npm ci): ${seconds()}`),
    process.stdout.isTTY ? 1_000 : 10_000,
  );
  const { code, output } = await npmCi();
  clearInterval(tick);
  if (code !== 0) {
    console.error(
      `${process.stdout.isTTY ? '\n' : ''}${output}\n✗ npm ci failed (code ${code}): dependencies are not installed`,
    );
    process.exit(1);
  }
  writeFileSync(marker, lockHash());
  show(`✓ Dependencies installed (${seconds()})`);
  if (process.stdout.isTTY) console.log();
}

function npmCi() {
  // Under `npm start` npm tells where it is; otherwise it is found like any command.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const child = npm?.endsWith('.js')
    ? spawn(process.execPath, [npm, ...args], { cwd: root })
    : spawn('npm', args, { cwd: root, shell: process.platform === 'win32' });
  return new Promise((resolve) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.on('error', (error) => resolve({ code: error.code, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function modifiedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex');
}
