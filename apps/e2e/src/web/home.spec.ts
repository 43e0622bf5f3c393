import type { Site } from '@bindery/contracts';
import { until } from '@bindery/testing';
import { createTestOrganization, type SharedOrganization } from '../support/test-organization';
import { describeInBrowser, openPages } from './chromium';
import { attributeOf, elements, textOf, WebWorld } from './web-world';
import type { Page } from 'playwright-core';

let world: SharedOrganization;
let web: WebWorld;
beforeAll(async () => {
  world = await createTestOrganization();
  web = await WebWorld.create(Promise.resolve(world));
});
afterAll(() => web.close());

/** A new site of one space; answers its address. */
async function site(title: string, visibility: Site['visibility'], isPublished = true): Promise<string> {
  const { api, admin, organization } = web.world;
  const space = await web.space(title, { 'README.md': `# ${title}\n` });
  const own = { token: admin.token, params: { organizationId: organization } };
  const made = await api.expect<Site>('createSite', { ...own, body: { title, visibility, spaces: [space] } });
  if (!isPublished) return '';
  const params = { ...own.params, siteId: made.id };
  return (await api.expect<Site>('publishSite', { token: admin.token, params, body: {} })).urls.published!;
}

const links = async () => {
  const { text } = await web.get('/');
  return elements(text, 'a').map((link) => [textOf(link), attributeOf(link, 'href')] as const);
};

it('leads to sign-in, the app, the API reference and the public sites', async () => {
  const titles = {
    open: 'Open <b>site</b>',
    hidden: 'Unlisted site',
    keyed: 'Site with a key',
    draft: 'Not published',
  };
  const address = await site(titles.open, 'public');
  await site(titles.hidden, 'unlisted');
  await site(titles.keyed, 'share-link');
  await site(titles.draft, 'public', false);
  await until(async () => (await links()).some(([text]) => text === titles.open));
  const found = await links();
  expect(found).toEqual(
    expect.arrayContaining([
      ['Sign in', '/sign-in'],
      ['Open the app', '/app'],
      ['API reference', '/docs'],
      [titles.open, address],
    ]),
  );
  const named = found.map(([text]) => text);
  expect(Object.values(titles).filter((title) => named.includes(title))).toEqual([titles.open]);
});

it('needs no script and lets none run', async () => {
  const { status, text, headers } = await web.get('/');
  expect(status).toBe(200);
  expect(elements(text, 'script')).toEqual([]);
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
});

it('is served while the published sites are unknown', async () => {
  const { platform } = world;
  // One that has not asked for them before.
  const gateway = await platform.addGateway();
  await platform.stop('sites');
  const response = await fetch(`${gateway}/`);
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining('not available at the moment'),
  ]);
  await platform.restart('sites');
});

it('names no site where the installation says so', async () => {
  const gateway = await world.platform.addGateway({ HOME_SITES: 'off' });
  const text = await (await fetch(`${gateway}/`)).text();
  expect(elements(text, 'h2').map(textOf)).toEqual(['For developers']);
  expect(text).toContain('/sign-in');
});

describeInBrowser('in a browser', () => {
  let page: Page;
  openPages((opened) => (page = opened));

  it.each([
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('fits %i pixels, %s, and can be read', async (width, colorScheme) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`${web.world.platform.baseUrl}/`);
    const { overflow, back } = await page.evaluate(() => ({
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      back: getComputedStyle(document.body).backgroundColor,
    }));
    expect({ overflow, back }).toEqual({
      overflow: 0,
      back: colorScheme === 'dark' ? 'rgb(21, 24, 29)' : 'rgb(255, 255, 255)',
    });
  });
});
