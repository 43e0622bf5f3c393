import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { unprivilegedUser } from '@bindery/launcher';
import { Clone, type ProcessEnd, ready } from './clone';
import { blocksOf, callsIn, commandsIn } from './commands';
import { documentation } from './documentation';
import { elsewhere, notRun, stepsOn, type Step } from './documented-commands';

const texts = documentation();

let clone: Clone;
let docs: string;
let baseUrl: string;
let token: string;

jest.setTimeout(600_000);

const long = process.env.BINDERY_TEST === 'long';
/** The long form compiles all once more. The short form takes what its set-up has compiled, in CI from a fresh clone. */
const isCompiled = !long;

beforeAll(async () => {
  clone = await Clone.create({ isCompiled });
  docs = await smallDocumentation(join(clone.folder, 'small-docs'));
});
afterAll(() => clone?.remove());

const steps = () => stepsOn({ docs, baseUrl, token });
const expectEnded = ({ code, output }: ProcessEnd, { prints = /^/, code: expected = 0 }: Step): void => {
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
  const scripts = new Set([...texts.values()].flatMap((text) => blocksOf(text, 'js')));
  expect(scripts.size).toBeGreaterThan(0);
  for (const script of scripts) {
    await writeFile(join(clone.folder, 'client.mjs'), script);
    const twoTitles = expect.stringMatching(/^\[ '.+', '.+' \]\n$/) as string;
    expect(await clone.run('node client.mjs')).toEqual({ code: 0, output: twoTitles });
  }
});

it('runs every command', async () => {
  for (const step of steps()) {
    const script = written(step).replace('$TOKEN_ID', step.given?.['<id>'] === '$TOKEN_ID' ? await tokenId() : '');
    expectEnded(await clone.run(script), step);
  }
});

it('starts with the new key, and for other machines', async () => {
  const output = await clone.start('npm start -- --host 0.0.0.0', ready);
  expectEnded(await clone.run('npm run bindery -- keys rotate'), { command: '', prints: /The old key is removed/ });
  const { port } = apiOf(output);
  for (const address of ['127.0.0.1', ...outsideAddresses()])
    expect((await fetch(`http://${address}:${port}/v1`)).status).toBe(200);
  expectEnded(await clone.run('npm run bindery -- stop'), { command: '', prints: /Stopped/ });
});

/**
 * As an unprivileged user, and in the long form also as the current one, who is root in many containers: Postgres starts
 * differently for each, and the tests above start it as the current user.
 */
const restores = [
  { who: 'another user', start: 'npm start -- --separate-processes', prints: /✓ 7 services/ },
  { who: 'oneself', start: 'npm start -- --port 8080', prints: /✓ All services in one process/ },
];

it.each(restores.slice(0, long ? 2 : 1))(
  'restores the backup in a clone that was never started, as $who',
  async ({ who, start, prints }) => {
    const user = who === 'oneself' ? undefined : await unprivilegedUser();
    if (who !== 'oneself' && !user) console.warn('Only root can become another user: restored as oneself');
    const other = await Clone.create({ isCompiled: true, hasPrograms: true, ...(user && { user }) });
    try {
      await clone.run(`cp -R backup ${other.folder}/backup`);
      if (user) await clone.run(`chown -R ${user.uid}:${user.gid} ${other.folder}/backup`);
      expectEnded(await other.run('npm run bindery -- restore backup'), { command: '', prints: /Next: npm start/ });
      const output = await other.start(start, ready);
      expect(output).toMatch(prints);
      const answer = await fetch(`${apiOf(output).href}/user`, { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status).toBe(200);
      expectEnded(await other.run('npm run bindery -- doctor'), { command: '', prints: /All is well/ });
    } finally {
      await other.remove();
    }
  },
);

/** Where the API is, as the start says. */
const apiOf = (output: string): URL => new URL(/API +(http\S+\/v1)/.exec(output)![1]!);

/** Documentation to import: the first start has imported the whole of `docs`. */
async function smallDocumentation(folder: string): Promise<string> {
  await mkdir(folder);
  const files = {
    'README.md': '# Small\n\nSee [the guide](guide.md).\n',
    'guide.md': '# Guide\n\nBack to [the first page](README.md).\n',
    'SUMMARY.md': '# Table of contents\n\n* [Small](README.md)\n* [Guide](guide.md)\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

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
