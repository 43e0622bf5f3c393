import { until } from '@bindery/testing';
import { WebWorld } from './web-world';

const host = 'docs.paths.invalid';
const paths = ['metrics', 'livez', 'readyz', 'tls-ask'];
const forwarded = { 'x-forwarded-for': '203.0.113.1' };

let web: WebWorld;

beforeAll(async () => {
  web = await WebWorld.create();
  const pages = Object.fromEntries(paths.map((path) => [`${path}.md`, `# About ${path}\n`]));
  const { id } = await web.site([await web.space('Operations', { 'README.md': '# Home\n', ...pages })]);
  await web.sites.update(id, { hostname: host });
  // As if DNS had said so.
  await web.world.records.query('update sites.site set hostname_active = true where id = $1', [id]);
  await until(async () => (await web.get('/', { host })).text.includes('Home'));
});
afterAll(() => web?.close());

it.each(paths)("shows the page %s at a site's own host", async (path) => {
  const { status, text } = await web.get(`/${path}`, { host, ...forwarded });
  expect([status, text.includes(`About ${path}`)]).toEqual([200, true]);
});

it.each(['/livez', '/readyz', `/tls-ask?domain=${host}`])(
  'answers %s inside, and to no client of a proxy',
  async (path) => {
    // A shared platform answers 503 at /readyz once an earlier file has restarted one of its services.
    expect([200, 503]).toContain((await web.get(path)).status);
    const others: Record<string, string>[] = [
      forwarded,
      { ...forwarded, host: 'other.paths.invalid' },
      { forwarded: 'for=203.0.113.1' },
    ];
    for (const headers of others) expect((await web.get(path, headers)).status).toBe(404);
  },
);
