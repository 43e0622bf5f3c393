import { execFile } from 'node:child_process';
import { access, constants, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const MISSING = [
  'No nats-server was found. Install it with one of',
  '  Debian, Ubuntu   sudo apt install nats-server',
  '  macOS            brew install nats-server',
  '  Windows          winget install NATSAuthors.NATSServer',
  'or run one and name it, for example',
  '  docker run -p 4222:4222 nats:2 -js',
  '  NATS_URL=nats://127.0.0.1:4222 npm start',
].join('\n');

/**
 * The path of a `nats-server` program: the one on PATH, the one fetched before, or one that the package manager of
 * Debian and Ubuntu downloads into `folder`, which needs no rights. Throws with the ways to install one.
 */
export async function natsBinary(folder: string, progress: (line: string) => void = () => undefined): Promise<string> {
  const fetched = join(folder, 'nats-server');
  const found = (await onPath('nats-server')) ?? (await executable(fetched));
  if (found) return found;
  if (!(await onPath('apt-get')) || !(await onPath('dpkg'))) throw new Error(MISSING);
  progress('Downloading nats-server with apt-get');
  try {
    return await download(folder, fetched);
  } catch (error) {
    const reason = (error as { stderr?: string }).stderr?.trim() || String(error);
    throw new Error(`apt-get could not download nats-server: ${reason}\n\n${MISSING}`);
  }
}

async function download(folder: string, target: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(folder, 'download-'));
  try {
    await run('apt-get', ['download', 'nats-server'], { cwd: work }).catch(() => downloadWithOwnLists(work));
    const archive = (await readdir(work)).find((name) => name.endsWith('.deb'));
    if (!archive) throw new Error('no package was downloaded');
    await run('dpkg', ['-x', archive, 'unpacked'], { cwd: work });
    const unpacked = join(work, 'unpacked', 'usr');
    const program = (await executable(join(unpacked, 'sbin', 'nats-server'))) ?? join(unpacked, 'bin', 'nats-server');
    await rename(program, target);
    return target;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** A minimal image has no package lists: fetch them into a folder of our own, which needs no rights either. */
async function downloadWithOwnLists(work: string): Promise<void> {
  const state = join(work, 'apt');
  await Promise.all(
    ['lists/partial', 'cache/archives/partial'].map((name) => mkdir(join(state, name), { recursive: true })),
  );
  const options = [`Dir::State::Lists=${state}/lists`, `Dir::Cache=${state}/cache`, 'APT::Sandbox::User=root'].flatMap(
    (option) => ['-o', option],
  );
  await run('apt-get', [...options, 'update'], { cwd: work });
  await run('apt-get', [...options, 'download', 'nats-server'], { cwd: work });
}

async function onPath(name: string): Promise<string | undefined> {
  const program = process.platform === 'win32' ? `${name}.exe` : name;
  // Not every login shell of an ordinary user has the folder where Debian puts servers.
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...(process.platform === 'win32' ? [] : ['/usr/sbin']),
  ];
  for (const folder of folders.filter(Boolean)) {
    const found = await executable(join(folder, program));
    if (found) return found;
  }
  return undefined;
}

async function executable(path: string): Promise<string | undefined> {
  return access(path, constants.X_OK).then(
    () => path,
    () => undefined,
  );
}
