import type { Page, Site, SiteSpace, Space } from '@bindery/contracts';
import { ApiClient, bindery } from '@bindery/tools';
import { importFiles } from '../support/imports';
import { createWorld, type World } from '../support/world';

let world: World;
let api: ApiClient;

beforeAll(async () => {
  world = await createWorld();
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
  [['publish', 'Nowhere', '--site', 'Docs'], 'No space is called "Nowhere"', 'publish <space> --site'],
  [['publish', 'Guide', 'Docs'], '"Docs" is one argument too many', 'publish <space> --site'],
  [['export', 'Guide'], 'An argument is missing', 'export <space> <folder>'],
  [['import', '.', '--spcae', 'Docs'], '--spcae', 'import <folder|zip|git URL>'],
  [['nothing'], 'There is no command "nothing"', 'npm run bindery -- <command>'],
])('answers %s with what is wrong and how it is written', async (args, message, usage) => {
  const { err, code } = await run(...args);
  expect({ err, code }).toEqual({ err: expect.stringContaining(message), code: 1 });
  expect(err).toContain(usage);
});
