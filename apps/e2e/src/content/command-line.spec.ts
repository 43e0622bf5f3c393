import { readFile, stat, writeFile } from 'node:fs/promises';
import type { Page, Site, SiteSpace, Space } from '@bindery/contracts';
import { ApiClient, bindery } from '@bindery/command-line';
import { checkout } from '@bindery/launcher';
import { importFiles, sessionCookie } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

let world: TestOrganization;
let api: ApiClient;

beforeAll(async () => {
  world = await createTestOrganization();
  api = new ApiClient(world.platform.baseUrl, world.admin.token, 'http://bindery.test');
});
afterAll(() => world.close());

/** The output of a command, and the exit code of its process. */
async function run(...args: string[]): Promise<{ out: string; err: string; code: number | undefined }> {
  const said = { out: '', err: '' };
  const out = jest.spyOn(console, 'log').mockImplementation((text) => void (said.out += `${text}\n`));
  const err = jest.spyOn(console, 'error').mockImplementation((text) => void (said.err += `${text}\n`));
  try {
    await bindery([...args, '--url', world.platform.baseUrl, '--token', world.admin.token]);
    return { ...said, code: process.exitCode as number | undefined };
  } finally {
    process.exitCode = undefined;
    out.mockRestore();
    err.mockRestore();
  }
}

const sites = async () => (await api.get<Page<Site>>(`/orgs/${world.organization}/sites?limit=1000`)).items;

it('publishes a space as a new site, and another one on the site that there is', async () => {
  for (const title of ['Guide', 'Reference']) await importFiles(world, { 'README.md': `# ${title}\n` }, { title });
  const inFirst = ['--organization', 'First'];
  // Organizations of that title are many on a shared platform: the caller is in one.
  const first = await run('publish', 'Guide', '--site', 'Docs', ...inFirst);
  expect(first).toMatchObject({ err: '', code: undefined });
  const [site, ...others] = await sites();
  expect([first.out, others]).toEqual([`${site!.urls.published}\n`, []]);
  for (const wanted of ['Docs', site!.id, 'Docs'])
    expect((await run('publish', 'Reference', '--site', wanted, ...inFirst)).out).toBe(first.out);
  const path = `/orgs/${world.organization}/sites/${site!.id}/site-spaces`;
  const { items } = await api.get<Page<SiteSpace & { space: Space }>>(path);
  expect(items.map(({ space }) => space.title).sort()).toEqual(['Guide', 'Reference']);
  expect(await sites()).toHaveLength(1);
});

it.each([
  [['publish', 'Nowhere', '--site', 'Docs'], 'No space has the title or id "Nowhere"', 'publish <space> --site'],
  [['publish', 'Guide', 'Docs'], '"Docs" is one argument too many', 'publish <space> --site'],
  [['export', 'Guide'], 'An argument is missing', 'export <space> <folder>'],
  [['import', '.', '--spcae', 'Docs'], '--spcae', 'import <folder|zip|git URL>'],
  [['nothing'], 'There is no command "nothing"', 'npm run bindery -- <command>'],
])('answers %s with what is wrong and how it is written', async (args, message, usage) => {
  const { err, code } = await run(...args);
  expect({ err, code }).toEqual({ err: expect.stringContaining(message), code: 1 });
  expect(err).toContain(usage);
});

describe('login', () => {
  /** Where the platform says it is: the test answers for that name. */
  const url = 'http://bindery.test';
  let cookie: string;

  beforeAll(async () => {
    const user = await world.records.user({ [world.organization]: 'admin' });
    cookie = await sessionCookie(world, user.email);
  });

  /** Runs a command as a user types it, without a token. `shown` is given what it prints. */
  async function type(args: string[], shown: (text: string) => void = () => undefined): Promise<string[]> {
    const plain = globalThis.fetch;
    const lines: string[] = [];
    const say = (text: string) => void (lines.push(text), shown(text));
    const spies = [
      jest.spyOn(console, 'log').mockImplementation(say),
      jest.spyOn(console, 'error').mockImplementation(say),
      jest
        .spyOn(globalThis, 'fetch')
        .mockImplementation((input, init) => plain(String(input).replace(url, world.platform.baseUrl), init)),
    ];
    try {
      await bindery(args);
      return lines;
    } finally {
      process.exitCode = undefined;
      for (const spy of spies) spy.mockRestore();
    }
  }

  /** Sends the user's decision on the page at the address that the command prints. */
  async function decide(address: string, decision: 'allow' | 'deny'): Promise<void> {
    const form = { ...Object.fromEntries(new URL(address).searchParams), organization: world.organization, decision };
    const scopes = { may_read: 'yes', may_propose: 'yes', may_manage: 'yes' };
    const answer = await fetch(`${world.platform.baseUrl}/oauth/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin: url, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ ...form, ...scopes }),
    });
    await fetch(answer.headers.get('location')!);
  }

  const logIn = (decision: 'allow' | 'deny') =>
    type(['login', '--url', url], (text) => {
      const [address] = /http:\S+\/oauth\/authorize\?\S+/.exec(text) ?? [];
      if (address) void decide(address, decision);
    });

  it('has commands act as the user who allowed it, until they log out', async () => {
    await importFiles(world, { 'README.md': '# Handbook\n' }, { title: 'Handbook' });
    const publish = ['publish', 'Handbook', '--site', 'Handbook', '--url', url];
    expect((await logIn('allow')).at(-1)).toBe(`✓ Logged in at ${url}`);
    const [address] = await type(publish);
    expect(address).toContain('bindery.test');
    // The access token has ended: the command gets another one.
    const kept = JSON.parse(await readFile(checkout.logins, 'utf8')) as { url: string; expiresAt: number }[];
    const ended = kept.map((login) => (login.url === url ? { ...login, expiresAt: 0 } : login));
    await writeFile(checkout.logins, JSON.stringify(ended));
    expect(await type(publish)).toEqual([address]);
    expect((await stat(checkout.logins)).mode & 0o777).toBe(0o600);
    expect(await type(['logout', '--url', url])).toEqual([`✓ Logged out at ${url}`]);
    expect((await type(publish))[0]).toContain('give --url and --token');
  });

  it('says that the user denied it, and what an address is', async () => {
    expect((await logIn('deny')).at(-1)).toBe('✗ The login was denied');
    expect((await type(['login', '--url', 'docs']))[0]).toContain('--url "docs" is not a URL');
    expect((await type(['logout', '--url', url]))[0]).toBe(`✗ You are not logged in at ${url}`);
  });
});
