import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { natsServer, type NatsServerOptions } from '../../nats-server.cjs';

const archives = ['linux-amd64', 'linux-arm64', 'darwin-amd64', 'darwin-arm64'].map((name) => `${name}.tar.gz`);
const platforms = [
  ['linux', 'x64', 'linux-amd64.tar.gz'],
  ['linux', 'arm64', 'linux-arm64.tar.gz'],
  ['darwin', 'x64', 'darwin-amd64.tar.gz'],
  ['darwin', 'arm64', 'darwin-arm64.tar.gz'],
] as const;

let folder: string;
let server: Server;
/** The files of the server, by the end of their address. */
const files = new Map<string, Buffer>();
let asked: string[];
let release: NonNullable<NatsServerOptions['release']>;

/** An archive as the project releases them, with a program that says its name. */
function archive(name: string): Buffer {
  const work = mkdtempSync(join(folder, 'archive-'));
  const inside = `nats-server-v9.9.9-${name.replace('.tar.gz', '')}`;
  mkdirSync(join(work, inside));
  writeFileSync(join(work, inside, 'nats-server'), `#!/bin/sh\necho ${name}\n`);
  chmodSync(join(work, inside, 'nats-server'), 0o755);
  return execFileSync('tar', ['-czf', '-', '-C', work, inside]);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-nats-'));
  for (const name of archives) files.set(`nats-server-v9.9.9-${name}`, archive(name));
  server = createServer((request, response) => {
    asked.push(request.url!);
    const file = files.get(request.url!.split('/').at(-1)!);
    // As the host of the releases does, which keeps its files elsewhere.
    if (file && !request.url!.startsWith('/elsewhere/'))
      return response.writeHead(302, { location: `/elsewhere${request.url}` }).end();
    response.writeHead(file ? 200 : 404).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/download`;
  const sums = archives.map((name) => [
    name,
    createHash('sha256')
      .update(files.get(`nats-server-v9.9.9-${name}`)!)
      .digest('hex'),
  ]);
  release = { version: '9.9.9', at, sha256: Object.fromEntries(sums) as Record<string, string> };
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  asked = [];
});

/** On a machine without apt and without the program. */
const bare = (options: Partial<NatsServerOptions> = {}): NatsServerOptions => ({
  folder: mkdtempSync(join(folder, 'bin-')),
  path: join(folder, 'nothing'),
  platform: 'linux',
  arch: 'x64',
  release,
  ...options,
});

it.each(platforms)('fetches the release for %s %s once, and finds it from then on', async (platform, arch, name) => {
  const options = bare({ platform, arch });
  const program = await natsServer(options);
  expect(execFileSync(program, { encoding: 'utf8' })).toBe(`${name}\n`);
  expect(asked).toEqual(['', '/elsewhere'].map((start) => `${start}/download/v9.9.9/nats-server-v9.9.9-${name}`));
  expect(await natsServer(options)).toBe(program);
  expect(asked).toHaveLength(2);
  expect(readdirSync(options.folder)).toEqual(['nats-server']);
});

it('takes the program on PATH first', async () => {
  const path = mkdtempSync(join(folder, 'path-'));
  writeFileSync(join(path, 'nats-server'), '#!/bin/sh\n', { mode: 0o755 });
  expect(await natsServer(bare({ path }))).toBe(join(path, 'nats-server'));
  expect(asked).toEqual([]);
});

it('uses nothing of an archive with another checksum, and says which one it has', async () => {
  const options = bare({ release: { ...release, sha256: { 'linux-amd64.tar.gz': '0'.repeat(64) } } });
  await expect(natsServer(options)).rejects.toThrow(
    new RegExp(`official release: .* has the SHA-256 ${release.sha256['linux-amd64.tar.gz']}, which has to be 0{64}`),
  );
  expect(readdirSync(options.folder)).toEqual([]);
});

it.each([
  ['linux', 'x64', /v0\.0\.0-linux-amd64\.tar\.gz answers 404[^]*sudo apt install nats-server[^]*NATS_URL=/],
  ['darwin', 'arm64', /answers 404[^]*brew install nats-server[^]*nats-server, from .*darwin-arm64\.tar\.gz/],
  ['freebsd', 'x64', /^There is no nats-server on PATH, and none could be fetched for freebsd x64\.\nDo one of/],
])('says what to do on %s %s where nothing can be fetched', async (platform, arch, message) => {
  const sha256 = Object.fromEntries(archives.map((name) => [name, '0']));
  const options = bare({ platform, arch, release: { ...release, version: '0.0.0', sha256 } });
  await expect(natsServer(options)).rejects.toThrow(message);
});

it('pins a checksum for each platform of the release that it fetches', () => {
  const text = readFileSync(join(__dirname, '../../nats-server.cjs'), 'utf8');
  for (const name of archives) expect(text).toMatch(new RegExp(`'${name}': '[0-9a-f]{64}'`));
});
