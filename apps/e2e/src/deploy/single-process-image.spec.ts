import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sharedEnvironment } from '@bindery/config';
import {
  type PlatformDatabase,
  platformDatabase,
  secretSettings,
  signingSettings,
  testNats,
  type TestNats,
} from '@bindery/testing';
import { ApiClient } from '@bindery/command-line';
import { freePorts, PROCESSES, SERVICES, type ServiceName } from '@bindery/launcher';
import { contentOf, ImageProcess, runImage, writeImages } from './image-process';
import { doesTheWorkOfEachApp } from './image-work';
import { root } from './rendered';

/** Node, git, what they load of the system, and all services. */
const LARGEST = 400e6;

const folder = mkdtempSync(join(tmpdir(), 'bindery-image-'));
const image = join(folder, 'bindery');
let env: Record<string, string>;
let server: ImageProcess;
let database: PlatformDatabase;
let nats: TestNats;

beforeAll(async () => {
  writeImages(root, ['bindery'], folder);
  [database, nats] = await Promise.all([platformDatabase({}), testNats()]);
  const environments = PROCESSES.map((name) => {
    const { servers, user, pass } = nats.user(name);
    const settings = {
      PATH: process.env.PATH,
      NATS_URL: servers,
      NATS_USER: user,
      NATS_PASSWORD: pass,
      PUBLIC_URL: 'http://docs.example.com',
      ...signingSettings(name),
      ...secretSettings(name),
      STORAGE_URL: pathToFileURL(join(folder, 'files')).href,
      LOG_LEVEL: 'error',
      ...(name !== 'gateway' && { DATABASE_URL: database.of(name).databaseUrl }),
    };
    return [name, settings] as const;
  });
  env = sharedEnvironment(environments) as Record<string, string>;
});

afterAll(async () => {
  await server?.stop();
  await nats?.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const prefixed = (name: ServiceName, setting: string) => `${name.replaceAll('-', '_').toUpperCase()}_${setting}`;

it('holds Node, git and all services, and a folder for files that any user may write to', () => {
  const system = join(folder, 'system');
  execFileSync('sh', [join(root, 'docker/system.sh'), 'bindery', system]);
  expect(contentOf(system).bytes + contentOf(image).bytes).toBeLessThan(LARGEST);
  expect(statSync(join(system, 'files')).mode & 0o7777).toBe(0o1777);
  expect(execFileSync(join(system, 'usr/bin/git'), ['--version'], { encoding: 'utf8' })).toMatch(/^git version/);
});

it('migrates every schema, and says what is missing', async () => {
  await expect(runImage(image, ['main.js', 'migrate'], { PATH: env.PATH! })).rejects.toThrow(
    /MIGRATION_DATABASE_URL is missing/,
  );
  const owners = SERVICES.map((name) => [
    prefixed(name, 'MIGRATION_DATABASE_URL'),
    database.of(name).migrationDatabaseUrl,
  ]);
  const migrate = () => runImage(image, ['main.js', 'migrate'], { PATH: env.PATH!, ...Object.fromEntries(owners) });
  const applied = await migrate();
  for (const name of SERVICES) expect(applied).toContain(`${name}: applied `);
  expect(await migrate()).toBe(SERVICES.map((name) => `${name}: up to date\n`).join(''));
});

describe('serves, makes the first administrator and does all work, from its image alone', () => {
  let before: ReturnType<typeof contentOf>;
  doesTheWorkOfEachApp(async () => {
    before = contentOf(image);
    const [port] = await freePorts(1);
    server = new ImageProcess(image, port!, env);
    await server.untilReady();
    const words = ['create', '--email', 'first@example.com', '--organization', 'Docs'];
    const [, token] = /shown this once: (\S+)/.exec(await runImage(image, ['admin.js', ...words], env))!;
    const publicUrl = env.PUBLIC_URL!;
    const api = new ApiClient(server.url, token!, publicUrl);
    const { items } = await api.get<{ items: { id: string }[] }>('/orgs');
    return { api, organization: items[0]!.id, url: server.url, publicUrl };
  });

  it('writes nothing into it', () => {
    expect(contentOf(image)).toEqual(before);
  });
});

it("carries out an operator's command in the name of the service that comes first", async () => {
  const operate = (...words: string[]) => runImage(image, ['main.js', ...words], { ...env, PORT: '0' });
  expect(await operate('content', 'dead-letters', 'list')).toBe('content: 0 dead letters\n');
  await expect(operate('frobnicate')).rejects.toThrow(
    /no command frobnicate; there are migrate, and <service> <command>/,
  );
});

it('ends in good order when it is asked to', async () => {
  expect(await server.stop()).toBe(0);
});
