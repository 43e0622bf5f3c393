import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingPostgres, checkout, unsupportedSystem } from '@bindery/launcher';

it.each([
  ['linux', 'x64', false],
  ['linux', 'arm64', false],
  ['darwin', 'x64', false],
  ['darwin', 'arm64', false],
])('has a Postgres of its own on %s %s', (platform, arch, isMusl) => {
  expect(missingPostgres({ platform, arch, isMusl })).toBeUndefined();
});

it('sends users of Windows to WSL 2, and no others', () => {
  expect(unsupportedSystem('win32')).toMatch(/^Bindery does not run on Windows itself: install WSL 2/);
  for (const platform of ['linux', 'darwin', 'freebsd'] as const) expect(unsupportedSystem(platform)).toBeUndefined();
});

it('ends npm start on Windows before it prepares anything', () => {
  const windows = "Object.defineProperty(process, 'platform', { value: 'win32' });";
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(windows)}`, join(checkout.root, 'tools/start.mjs')],
    { encoding: 'utf8', env: { PATH: process.env.PATH } },
  );
  expect([status, stdout, stderr]).toEqual([1, '', `✗ ${unsupportedSystem('win32')}\n`]);
});

it('says what to do where none is packaged, and on Alpine why', () => {
  const alpine = missingPostgres({ platform: 'linux', arch: 'x64', isMusl: true });
  expect(alpine).toMatch(/^This system \(Alpine, [^]*musl[^]*DATABASE_URL=[^]*docker compose/);
  expect(missingPostgres({ platform: 'freebsd', arch: 'x64' })).toMatch(/^No Postgres is packaged for freebsd-x64\.\n/);
  expect(missingPostgres()).toBeUndefined();
});

it('looks for nats-server before it installs anything', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-before-'));
  try {
    const files = ['package.json', 'package-lock.json', 'tools', 'libs/launcher'];
    for (const name of files)
      cpSync(join(checkout.root, name), join(folder, name), {
        recursive: true,
        filter: (path) => !/[\\/](dist|src)$/.test(path),
      });
    // A machine without the program, without apt and without a network.
    const bare = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const { access } = fs.promises;
      fs.promises.access = (path, mode) => access(/nats-server|apt-get/.test(path) ? '/nowhere' : path, mode);
      syncBuiltinESMExports();
      globalThis.fetch = async () => { throw new Error('the network is unreachable'); };
    `;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(bare)}`, 'tools/start.mjs'],
      { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH } },
    );
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^✗ There is no nats-server on PATH[^]*the network is unreachable[^]*NATS_URL=/),
    ]);
    expect(stdout).not.toContain('Installing');
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
