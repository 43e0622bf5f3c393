// Finds or fetches the `nats-server` program. It runs before the dependencies are installed, so it uses nothing but Node itself.
const { execFile } = require('node:child_process');
const { createHash } = require('node:crypto');
const { access, chmod, constants, mkdir, mkdtemp, readdir, rename, rm, writeFile } = require('node:fs/promises');
const { delimiter, join } = require('node:path');
const { promisify } = require('node:util');

const run = promisify(execFile);

/** The official release that is fetched where there is no other one, of the version that containers run; with its SHA256SUMS. */
const RELEASE = {
  version: '2.12.8',
  at: 'https://github.com/nats-io/nats-server/releases/download',
  sha256: {
    'linux-amd64.tar.gz': '6abc397684567e133649688a13564ad6de786d64e88253fbb4f6a3aa8c2fca63',
    'linux-arm64.tar.gz': '7d20e93c23924cdd5cb6ec51c92f9478c97f9c8a0dbe049dd7ab88af115d622c',
    'darwin-amd64.tar.gz': '8880e133f45c6974468d351425db9a73ffe3b569850cad2bfbaa349d80939a7f',
    'darwin-arm64.tar.gz': '4556a7f617eb532587790344629a6a95261099b236524b764d1f10d6c14aba1a',
  },
};

const program = 'nats-server';

/** In milliseconds, for the whole archive of some 7 MB. */
const DOWNLOAD_WITHIN = 120_000;

const INSTALL = {
  linux: 'Debian, Ubuntu: sudo apt install nats-server',
  darwin: 'brew install nats-server',
};

/**
 * The path of a `nats-server` program: the one on PATH, the one fetched before, Debian's package, or the official release, which
 * are put into `folder` and need no rights. Throws with what was tried and the ways to install one. The other options are for tests.
 */
async function natsServer({
  folder,
  progress = () => undefined,
  path = process.env.PATH ?? '',
  platform = process.platform,
  arch = process.arch,
  release = RELEASE,
}) {
  const target = join(folder, program);
  const found = (await onPath(program, path)) ?? (await executable(target));
  if (found) return found;
  const tried = [];
  const attempts = { 'Debian package': debianPackage, 'official release': officialRelease };
  for (const [source, fetchInto] of Object.entries(attempts)) {
    await mkdir(folder, { recursive: true });
    const work = await mkdtemp(join(folder, 'download-'));
    try {
      const fetched = await fetchInto({ work, path, platform, arch, release, progress });
      if (!fetched) continue;
      await chmod(fetched, 0o755);
      await rename(fetched, target);
      return target;
    } catch (error) {
      tried.push(`  ${source}: ${error.stderr?.trim() || error.cause?.message || error.message}`);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }
  throw new Error(missing({ tried, target, platform, arch, release }));
}

/** Undefined where there is no apt. */
async function debianPackage({ work, path, progress }) {
  if (!(await onPath('apt-get', path)) || !(await onPath('dpkg', path))) return undefined;
  progress('Downloading nats-server with apt-get');
  await run('apt-get', ['download', 'nats-server'], { cwd: work }).catch(() => withOwnLists(work));
  const archive = (await readdir(work)).find((file) => file.endsWith('.deb'));
  if (!archive) throw new Error('no package was downloaded');
  await run('dpkg', ['-x', archive, 'unpacked'], { cwd: work });
  const usr = join(work, 'unpacked', 'usr');
  return (await executable(join(usr, 'sbin', program))) ?? join(usr, 'bin', program);
}

/** A minimal image has no package lists: fetch them into a folder of our own, which needs no rights either. */
async function withOwnLists(work) {
  const state = join(work, 'apt');
  const folders = ['lists/partial', 'cache/archives/partial'];
  await Promise.all(folders.map((folder) => mkdir(join(state, folder), { recursive: true })));
  const options = [`Dir::State::Lists=${state}/lists`, `Dir::Cache=${state}/cache`, 'APT::Sandbox::User=root'].flatMap(
    (option) => ['-o', option],
  );
  await run('apt-get', [...options, 'update'], { cwd: work });
  await run('apt-get', [...options, 'download', 'nats-server'], { cwd: work });
}

/** Undefined where there is none for the platform. Nothing of an archive is used that is not the one that was released. */
async function officialRelease({ work, platform, arch, release, progress }) {
  const archive = archiveOf(platform, arch);
  const expected = release.sha256[archive];
  if (!expected) return undefined;
  const url = addressOf(release, archive);
  progress(`Downloading ${url}`);
  const response = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_WITHIN) });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== expected) throw new Error(`${url} has the SHA-256 ${actual}, which has to be ${expected}: not used`);
  const file = join(work, archive);
  await writeFile(file, bytes);
  await run('tar', ['-xf', file, '-C', work]);
  return join(work, folderOf(release, archive), program);
}

const archiveOf = (platform, arch) => `${platform}-${arch === 'x64' ? 'amd64' : arch}.tar.gz`;

const folderOf = ({ version }, archive) => `nats-server-v${version}-${archive.replace(/\.tar\.gz$/, '')}`;

const addressOf = (release, archive) => `${release.at}/v${release.version}/nats-server-v${release.version}-${archive}`;

function missing({ tried, target, platform, arch, release }) {
  const archive = archiveOf(platform, arch);
  return [
    `There is no nats-server on PATH, and none could be fetched for ${platform} ${arch}.`,
    ...tried,
    'Do one of these, then start again:',
    ...(INSTALL[platform] ? [`  install it      ${INSTALL[platform]}`] : []),
    ...(release.sha256[archive] ? [`  put it there    ${target}, from ${addressOf(release, archive)}`] : []),
    '  run it apart    docker run -p 4222:4222 nats:2 -js, and set NATS_URL=nats://127.0.0.1:4222',
  ].join('\n');
}

async function onPath(name, path) {
  // Not every login shell of an ordinary user has the folder where Debian puts servers.
  const folders = path === process.env.PATH ? [path, '/usr/sbin'] : [path];
  for (const folder of folders.join(delimiter).split(delimiter).filter(Boolean)) {
    const found = await executable(join(folder, name));
    if (found) return found;
  }
  return undefined;
}

async function executable(path) {
  return access(path, constants.X_OK).then(
    () => path,
    () => undefined,
  );
}

module.exports = { natsServer };
