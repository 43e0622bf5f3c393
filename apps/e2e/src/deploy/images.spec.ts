import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type PlatformDatabase,
  platformDatabase,
  secretSettings,
  signingSettings,
  testNats,
  type TestNats,
} from '@bindery/testing';
import { ApiClient } from '@bindery/command-line';
import { freePorts, PROCESSES, type ProcessName, SERVICES, type ServiceName } from '@bindery/launcher';
import { contentOf, ImageProcess, runImage, writeImages } from './image-process';
import { doesTheWorkOfEachApp } from './image-work';
import { root } from './rendered';

/** Node, what it loads of the system, and the app. */
const LARGEST = 250e6;

const long = process.env.BINDERY_TEST === 'long';
const apps: readonly ProcessName[] = PROCESSES;

const folder = mkdtempSync(join(tmpdir(), 'bindery-images-'));
const images = join(folder, 'images');
/** So that what all of these processes share is compiled once. */
const shared = { PATH: '/usr/bin', NODE_COMPILE_CACHE: join(folder, 'compiled') };
const publicUrl = 'http://docs.example.com';
const servers = new Map<ProcessName, ImageProcess>();
let database: PlatformDatabase;
let nats: TestNats;

beforeAll(
  async () => {
    // In the long form from a clean copy of the checkout.
    writeImages(long ? cleanBuild() : root, [...apps, 'operator'], images);
    [database, nats] = await Promise.all([platformDatabase({}), testNats()]);
  },
  long ? 900_000 : 240_000,
);

afterAll(async () => {
  await Promise.all([...servers.values()].map((server) => server.stop()));
  await nats?.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

it('holds what the system gives and what the app needs in less than 250 MB', () => {
  for (const app of apps) {
    const system = join(folder, 'system', app);
    execFileSync('sh', [join(root, 'docker/system.sh'), app, system]);
    const bytes = contentOf(system).bytes + contentOf(join(images, app)).bytes;
    expect([app, bytes < LARGEST]).toEqual([app, true]);
  }
});

it('says what is missing when an image is started without settings', async () => {
  const start = (app: ProcessName, ...args: string[]) => runImage(join(images, app), ['main.js', ...args], shared);
  await Promise.all([
    expect(start('gateway')).rejects.toThrow(/PUBLIC_URL is missing/),
    expect(start('gateway', 'migrate')).rejects.toThrow(/no command migrate/),
    expect(start('identity', 'migrate')).rejects.toThrow(/MIGRATION_DATABASE_URL is missing/),
  ]);
});

it('is not ready before its schema is migrated, and is so once it is', async () => {
  const identity = await serve('identity');
  expect((await identity.health()).checks).toMatchObject({ migrated: false, postgres: true });
  await Promise.all(
    SERVICES.map(async (name) => {
      const env = { ...shared, MIGRATION_DATABASE_URL: database.of(name).migrationDatabaseUrl };
      const migrate = () => runImage(join(images, name), ['main.js', 'migrate'], env);
      expect(await migrate()).toContain(`${name}: applied `);
      if (long || name === 'identity') expect(await migrate()).toBe(`${name}: up to date\n`);
    }),
  );
  await identity.untilReady();
});

it('prints from its image alone, in every script', () => {
  const task = { title: 'Docs 文書', pages: [{ title: '世界', depth: 0, document: { nodes: [] } }] };
  const program = `const { printPdf } = require('./apps/content/dist/interchange/pdf/print-pdf.js');
    printPdf({ ...${JSON.stringify(task)}, images: new Map() }).then((bytes) => process.stdout.write(bytes));`;
  const printed = execFileSync(process.execPath, ['-e', program], { cwd: join(images, 'content') }).toString('latin1');
  expect(printed.slice(0, 5)).toBe('%PDF-');
  expect(printed).toContain('Unifont');
});

it('draws icons from its image alone', () => {
  const program = `const { iconOf } = require('./apps/sites/dist/web/document/icons.js');
    console.log(['rocket', 'github', 'bell'].map((name) => iconOf(name).markup.length > 300).join());`;
  const drawn = execFileSync(process.execPath, ['-e', program], { cwd: join(images, 'sites'), encoding: 'utf8' });
  expect(drawn).toBe('true,true,true\n');
});

it('serves from its image alone, and writes nothing into it', async () => {
  const before = contentOf(images);
  for (const app of apps) if (!servers.has(app)) await serve(app);
  await Promise.all([...servers.values()].map((server) => server.untilReady()));
  expect(contentOf(images)).toEqual(before);
});

it('runs scripts from the image of integrations, with nothing of the platform', async () => {
  const [port] = await freePorts(1);
  const env = { ...shared, PUBLIC_URL: 'http://docs.example.com', RUNTIME_KEY: 'key' };
  const runtime = new ImageProcess(join(images, 'integrations'), port!, env, 'runtime-server.js');
  await runtime.untilReady();
  const head = {
    organization: 'o',
    script: 's@1',
    inTurn: false,
    messages: [{ headers: {}, length: 0 }],
    text: true,
  };
  const script = 'export default { fetch: () => new Response("ran") };';
  const answer = await fetch(`${runtime.url}/run`, {
    method: 'POST',
    headers: { authorization: 'Bearer key' },
    body: `${JSON.stringify(head)}\n${script}`,
  });
  expect(JSON.parse((await answer.text()).split('\n')[0]!)).toMatchObject([{ status: 200, body: btoa('ran') }]);
  expect(await runtime.stop()).toBe(0);
});

it('makes the first administrator once', async () => {
  const create = (...more: string[]) =>
    runImage(
      join(images, 'identity'),
      ['admin.js', 'create', '--email', 'first@example.com', '--organization', 'Docs', ...more],
      { ...shared, DATABASE_URL: database.of('identity').databaseUrl },
    );
  const [first, other] = await Promise.all([create(), create()]);
  const tokens = [first, other].flatMap((text) => /shown this once: (\S+)/.exec(text)?.[1] ?? []);
  expect(tokens).toHaveLength(1);
  expect(tokens[0] && first.includes(tokens[0]) ? other : first).toMatch(
    /^There is the user first@example.com.*\nThere is the organization Docs.*\nNo new token/,
  );
  const further = /shown this once: (\S+)/.exec(await create('--new-token'))![1]!;
  for (const token of [tokens[0]!, further]) {
    const organizations = await get('/v1/orgs', token);
    expect(organizations).toMatchObject({ items: [{ title: 'Docs' }], count: 1 });
    expect(await get('/v1/user', token)).toMatchObject({ email: 'first@example.com' });
  }
  await expect(runImage(join(images, 'identity'), ['admin.js', 'create', '--email', 'nobody'], {})).rejects.toThrow(
    /--email must be an e-mail address/,
  );
});

describe('does the work of each app from its image alone', () =>
  doesTheWorkOfEachApp(async () => {
    const args = ['admin.js', 'create', '--email', 'worker@example.com', '--organization', 'Work'];
    const env = { ...shared, DATABASE_URL: database.of('identity').databaseUrl };
    const created = await runImage(join(images, 'identity'), args, env);
    const { url } = servers.get('gateway')!;
    const api = new ApiClient(url, /shown this once: (\S+)/.exec(created)![1]!, publicUrl);
    const { items } = await api.get<{ items: { id: string; title: string }[] }>('/orgs');
    const organization = items.find(({ title }) => title === 'Work')!.id;
    return { api, organization, url, publicUrl };
  }));

it("carries out an operator's command from its image, as the service's own role", async () => {
  const env = { ...shared, ...environmentOf('identity'), PORT: '0' };
  const operate = (...words: string[]) => runImage(join(images, 'identity'), ['main.js', ...words], env);
  expect(await operate('dead-letters', 'list')).toBe('identity: 0 dead letters\n');
  expect(JSON.parse(await operate('jobs', 'list', '--json'))).toMatchObject({ rows: expect.any(Array) as unknown[] });
  await expect(operate('jobs', 'cancel', 'nothing')).rejects.toThrow(/Command failed/);
  await expect(operate('frobnicate')).rejects.toThrow(/no command frobnicate; there are:\n {2}migrate\n/);
});

it('provisions with the addresses that services have, and names the one that does not fit', async () => {
  const env = Object.fromEntries(
    SERVICES.flatMap((name) => {
      const { databaseUrl, migrationDatabaseUrl } = database.of(name);
      const prefix = name.replaceAll('-', '_').toUpperCase();
      return [
        [`${prefix}_DATABASE_URL`, databaseUrl],
        [`${prefix}_MIGRATION_DATABASE_URL`, migrationDatabaseUrl],
      ];
    }),
  );
  const provision = (extra: Record<string, string>) =>
    runImage(join(images, 'operator'), ['main.js', 'provision'], {
      ...shared,
      ...env,
      DATABASE_URL: database.adminUrl,
      STORAGE_URL: pathToFileURL(join(folder, 'files')).href,
      ...extra,
    });
  expect(await provision({})).toContain('6 schemas and 12 roles\nThe file storage is ready');
  await expect(provision({ SITES_DATABASE_URL: env.CONTENT_DATABASE_URL! })).rejects.toThrow(
    /SITES_DATABASE_URL must have the user name bindery_sites/,
  );
});

it('ends in good order when it is asked to', async () => {
  expect(await Promise.all([...servers.values()].map((server) => server.stop()))).toEqual(apps.map(() => 0));
});

async function serve(name: ProcessName): Promise<ImageProcess> {
  const [port] = await freePorts(1);
  const server = new ImageProcess(join(images, name), port!, { ...shared, ...environmentOf(name) });
  servers.set(name, server);
  return server;
}

function environmentOf(name: ProcessName): Record<string, string> {
  const { servers: url, user, pass } = nats.user(name);
  return {
    NATS_URL: url,
    NATS_USER: user,
    NATS_PASSWORD: pass,
    PUBLIC_URL: publicUrl,
    ...signingSettings(name),
    ...secretSettings(name),
    STORAGE_URL: pathToFileURL(join(folder, 'files')).href,
    LOG_LEVEL: 'error',
    ...(name !== 'gateway' && { DATABASE_URL: database.of(name as ServiceName).databaseUrl }),
  };
}

async function get(path: string, token: string): Promise<unknown> {
  const response = await fetch(servers.get('gateway')!.url + path, { headers: { authorization: `Bearer ${token}` } });
  return response.json();
}

/** Performs what the first stage of the Dockerfile does in a copy of what it is given. */
function cleanBuild(): string {
  const copy = join(folder, 'build');
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), { verbatimSymlinks: true });
  }
  const dockerfile = readFileSync(join(root, 'docker/Dockerfile'), 'utf8');
  const [, steps] = /^COPY \. \.\nRUN (.*)$/m.exec(dockerfile)!;
  execFileSync('sh', ['-c', steps!], { cwd: copy, stdio: 'pipe' });
  return copy;
}
