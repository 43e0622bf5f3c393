import { readFile, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { Clone, type Ended, ready } from './clone';
import { blocksOf, callsIn, commandsIn } from './commands';
import { documentation } from './documentation';

const texts = documentation();

/** Commands that no test runs as they stand there, and why. */
const notRun: [command: RegExp, reason: string][] = [
  [/^docker |^for app in .*docker build/, 'needs Docker'],
  [/^kubectl |\| kubectl /, 'needs a cluster'],
  [/^npm test$|^npm run test:/, 'runs the tests, this one among them'],
  [/^npm run smoke$/, 'does in a checkout what this test does, for other versions of Node'],
  [/^curl -c jar -b jar$/, 'names two options; apps/e2e/src/sign-in signs in with them'],
  [/^npm run bench/, 'measures for minutes; tools/src/bench has tests of its own'],
  [/^npm run bindery -- <command>$/, 'stands for every other command'],
  [
    /^npx (jest|nx) |^npm run (types|format)$|^npm run contracts -- /,
    'checks a checkout that is worked on, or writes into it',
  ],
  [/^node tools\/(build|nats-files)\.mjs$/, 'writes into a checkout that is worked on'],
  [/^npm install /, 'asks a registry'],
  [/^npm run bindery -- login /, 'needs a browser; apps/e2e/src/content/command-line.spec.ts logs in, and out'],
  [/^npm run drill -- /, 'takes its time; tools/src/backup runs tools/drill.mjs as it is'],
];

interface Step {
  /** As it stands in the documentation. */
  command: string;
  /** Texts for the placeholders of the documentation. */
  given?: Record<string, string>;
  prints?: RegExp;
  code?: number;
}

/** Everything is run, in this order, on one platform that `npm start` has started. */
const steps = (): Step[] => [
  { command: 'npm run bindery -- status', prints: /Running at http:\/\/127\.0\.0\.1:\d+/ },
  { command: 'npm run bindery -- doctor', prints: /All is well/ },
  {
    command: 'npm run bindery -- import <folder or git URL> --space "Docs"',
    given: { '<folder or git URL>': docs },
    prints: /✓ Imported \d+ of \d+ pages[\s\S]* Docs: http.*\/app\/o\//,
  },
  {
    command: 'npm run bindery -- import <source> --space <title>',
    given: { '<source>': docs, '<title>': 'Second --site --problems problems.txt' },
    prints: /written to .*problems\.txt[\s\S]*The site: http.*\/sites\//,
  },
  {
    command: 'npm run bindery -- import <folder> --space "Docs" --url https://docs.example.com --token <token>',
    given: { '<folder>': docs, '"Docs"': '"Elsewhere"', 'https://docs.example.com': baseUrl, '<token>': token },
    prints: /✓ Imported/,
  },
  {
    command: 'npm run bindery -- export <space> <folder>',
    given: { '<space>': '"Docs"', '<folder>': 'exported' },
    prints: /✓ Exported \d+ files/,
  },
  {
    command: 'npm run bindery -- publish <space> --site <title>',
    given: { '<space>': '"Docs"', '<title>': '"My docs"' },
    prints: /\/sites\//,
  },
  {
    command: 'npm run bindery -- publish "Docs" --site "Docs" --url https://docs.example.com --token <token>',
    given: { 'https://docs.example.com': baseUrl, '<token>': token },
    prints: /\/sites\//,
  },
  {
    command: 'npm run bindery -- sign-in link <address>',
    given: { '<address>': 'admin@bindery.local' },
    prints: /\/sign-in\/link\//,
  },
  { command: 'npm run bindery -- token create --label <label>', given: { '<label>': 'readme' }, prints: /^bnd_user_/m },
  {
    command: 'npm run bindery -- admin create --email <address> --organization <title>',
    given: { '<address>': 'first@example.com', '<title>': 'Ours' },
    prints: /Token, shown this once/,
  },
  { command: 'npm run bindery -- logs', prints: /INFO {2}gateway/ },
  { command: 'npm run bindery -- logs content --level warn' },
  { command: 'npm run bindery -- dead-letters list', prints: /content: 0 dead letters/ },
  { command: 'npm run bindery -- dead-letters replay [<event>]', prints: /content: 0 dead letters/ },
  { command: 'npm run bindery -- outbox replay [--since <time>]', prints: /content: \d+ events are published again/ },
  { command: 'npm run bindery -- jobs list [--state S] [--kind K]', prints: /content: \d+ jobs/ },
  { command: 'npm run bindery -- jobs cancel <id>', given: { '<id>': 'nothing' }, prints: /no job nothing/, code: 1 },
  { command: 'npm run bindery -- reconcile [--repair]', prints: /0 references to what is gone/ },
  { command: 'npm run bindery -- reindex [<space>]', prints: /content: search and links of \d+ spaces/ },
  { command: 'npm run bindery -- purge now [<deleted space>] [--yes]', prints: /0 deleted spaces would be removed/ },
  {
    command: 'npm run bindery -- tokens rotate <id> [--hours N]',
    given: { '<id>': '$TOKEN_ID' },
    prints: /is replaced by/,
  },
  { command: 'npm run contracts', prints: /\S/ },
  { command: 'npm run docs', prints: /Wrote docs\/configuration\.md/ },
  { command: 'npm run --silent bindery -- secrets compose > docker/.env' },
  {
    command:
      'npm run --silent bindery -- secrets compose --public-url https://docs.example.com --mail <smtps://user:password@host> > docker/.env',
    given: { '<smtps://user:password@host>': 'smtps://user:password@mail.example.com' },
  },
  {
    command:
      'npm run --silent bindery -- secrets small --postgres <postgres://...> --nats <nats://...> --mail <smtps://...> > k8s/overlays/small/secrets.yaml',
    given: {
      '<postgres://...>': 'postgres://admin:password@db.example.com:5432/postgres',
      '<nats://...>': 'nats://user:password@nats.example.com:4222',
      '<smtps://...>': 'smtps://mail.example.com',
    },
  },
  {
    command:
      'npm run --silent bindery -- secrets kubernetes --pooler postgres-pooler:5432 --mail <smtps://...> --access-key <key> --secret-key <key> > k8s/overlays/production/secrets.yaml',
    given: { '<smtps://...>': 'smtps://mail.example.com', '<key>': 'k' },
  },
  {
    command: 'npm run bindery -- backup <folder>',
    given: { '<folder>': 'backup' },
    prints: /Everything that was acknowledged/,
  },
  { command: 'npm run bindery -- stop', prints: /Stopped/ },
  { command: 'npm run bindery -- keys new', prints: /There is a new key/ },
];

/** Commands that have tests of their own, below or in `restore.spec.ts`, or stand again without what follows them. */
const elsewhere = [
  'npm start',
  'npm start -- --port 8080',
  'npm start -- --host 0.0.0.0',
  'npm start -- --single-process',
  'npm run bindery -- restore <folder>',
  'npm run bindery -- restore',
  'npm run bindery -- backup',
  'npm run bindery -- keys rotate',
];

let clone: Clone;
let docs: string;
let baseUrl: string;
let token: string;

jest.setTimeout(600_000);

beforeAll(async () => {
  clone = await Clone.create();
  docs = join(clone.folder, 'docs');
});
afterAll(() => clone?.remove());

const expectEnded = ({ code, output }: Ended, { prints = /^/, code: expected = 0 }: Step): void => {
  expect({ code, output }).toEqual({ code: expected, output: expect.stringMatching(prints) });
};

/** A command with what stands for its placeholders, and without what may be left out. */
const written = ({ command, given = {} }: Step): string =>
  Object.entries(given)
    .reduce((text, [placeholder, value]) => text.replaceAll(placeholder, value), command)
    .replace(/ \[[^\]]*\]+/g, '');

it('names every command of the documentation as run, or why it is not', () => {
  const known = new Set([...steps().map(({ command }) => command), ...elsewhere]);
  const all = [...new Set([...texts.values()].flatMap(commandsIn))];
  const isExplained = (command: string) => notRun.some(([pattern]) => pattern.test(command));
  expect(all.filter((command) => !known.has(command) && !isExplained(command))).toEqual([]);
  // A command that the documentation does not show any more has no step.
  expect([...known].filter((command) => !all.includes(command))).toEqual([]);
});

it('starts in a fresh clone, and prints where to sign in, a link that does, and the site of the documentation', async () => {
  const output = await clone.start('npm start', ready);
  const developer = JSON.parse(await readFile(join(clone.folder, '.bindery', 'dev.json'), 'utf8')) as Record<
    string,
    string
  >;
  baseUrl = developer.baseUrl!;
  token = developer.token!;
  expect(output).toContain(`${baseUrl}/sign-in as admin@bindery.local`);
  const [link] = /http\S+\/sign-in\/link\/\S+/.exec(output) ?? [];
  const [site] = /http\S+\/sites\/\S+/.exec(output) ?? [];
  expect(await (await fetch(site!)).text()).toContain('<h1');
  const accept = 'application/json';
  const opened = await fetch(link!, { headers: { accept } });
  const { confirmation } = (await opened.json()) as { confirmation: string };
  const cookie = opened.headers
    .getSetCookie()
    .map((set) => set.split(';')[0]!)
    .join('; ');
  const body = new URLSearchParams({ link: link!.split('/').at(-1)!, confirmation });
  const signIn = () => fetch(`${baseUrl}/sign-in/link`, { method: 'POST', body, headers: { accept, cookie } });
  expect(await (await signIn()).json()).toMatchObject({ user: { email: 'admin@bindery.local' } });
  expect((await signIn()).status).toBe(403);
  expect(await (await fetch(`${baseUrl}/`)).text()).toContain(site);
});

it('is reached from this machine alone', async () => {
  const { port } = new URL(baseUrl);
  for (const address of outsideAddresses()) await expect(fetch(`http://${address}:${port}/`)).rejects.toThrow();
});

it.each([...texts].filter(([, text]) => callsIn(text)))(
  'answers the calls of %s as they are written',
  async (path, text) => {
    const { code, output } = await clone.run(callsIn(text));
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('"markdown"') });
    if (path !== 'README.md') return;
    expect(output).toContain('admin@bindery.local');
    expect(output.match(/"items":/g)!.length).toBeGreaterThanOrEqual(2);
  },
);

it('serves the public client as it is written', async () => {
  const scripts = new Set([...texts.values()].flatMap((text) => blocksOf(text, 'ts')));
  expect(scripts.size).toBeGreaterThan(0);
  for (const script of scripts) {
    const program = script.replace('http://127.0.0.1:4000', baseUrl);
    await writeFile(
      join(clone.folder, 'client.mjs'),
      `const token = '${token}';\n${program}\nconsole.log(data.items.length);\n`,
    );
    expect(await clone.run('node client.mjs')).toEqual({ code: 0, output: '2\n' });
  }
});

it('runs every command', async () => {
  for (const step of steps()) {
    const script = written(step).replace('$TOKEN_ID', step.given?.['<id>'] === '$TOKEN_ID' ? await tokenId() : '');
    expectEnded(await clone.run(script), step);
  }
});

it('starts on another port, with the new key, for other machines, and in one process', async () => {
  expect(await clone.start('npm start -- --port 8080', ready)).toMatch(/API +http:\/\/127\.0\.0\.1:\d+\/v1/);
  expectEnded(await clone.run('npm run bindery -- keys rotate'), { command: '', prints: /The old key is forgotten/ });
  expectEnded(await clone.run('npm run bindery -- stop'), { command: '', prints: /Stopped/ });
  const [, port] = /API +http:\/\/127\.0\.0\.1:(\d+)\/v1/.exec(
    await clone.start('npm start -- --host 0.0.0.0', ready),
  )!;
  for (const address of ['127.0.0.1', ...outsideAddresses()])
    expect((await fetch(`http://${address}:${port}/v1`)).status).toBe(200);
  expectEnded(await clone.run('npm run bindery -- stop'), { command: '', prints: /Stopped/ });
  expect(await clone.start('npm start -- --single-process', ready)).toContain('✓ All services in one process');
  expectEnded(await clone.run('npm run bindery -- doctor'), { command: '', prints: /All is well/ });
  expectEnded(await clone.run('npm run bindery -- stop'), { command: '', prints: /Stopped/ });
});

function outsideAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address);
}

async function tokenId(): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${baseUrl}/v1/user/tokens`, { headers });
  const { items } = (await response.json()) as { items: { id: string; label: string }[] };
  return items.find(({ label }) => label === 'readme')!.id;
}
