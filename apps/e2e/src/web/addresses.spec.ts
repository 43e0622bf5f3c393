import { createHmac } from 'node:crypto';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import type { ShareLink, SiteSection } from '@bindery/contracts';
import { until } from '@bindery/testing';
import { describeInBrowser, openPages, waitForPage } from './chromium';
import { WebWorld } from './web-world';

/** Names that the browser, and nothing else, takes for this machine. */
const ownHost = 'docs.addresses.invalid';
const proxyHost = 'www.addresses.invalid';

describeInBrowser('in Chromium, a site', () => {
  let web: WebWorld;
  let page: Page;
  let english: string;

  beforeAll(async () => {
    web = await WebWorld.create();
    english = await web.space('Guide', {
      'README.md': '# Welcome\n\nTo the [second](second.md). $$a^2$$\n\n```js\nconst a = 1; // one\n```\n',
      'second.md': '# Second\n\n## Part\n\nWords.\n',
    });
  });
  afterAll(() => web?.close());
  openPages((opened) => (page = opened), { args: ['--host-resolver-rules=MAP *.addresses.invalid 127.0.0.1'] });

  const path = () => new URL(page.url()).pathname;
  const styled = () => page.evaluate(() => getComputedStyle(document.querySelector('.bar')!).display);
  const update = (siteId: string, body: object) => web.sites.expect('updateSiteById', { params: { siteId }, body });

  it('is found at a host name of its own, with all that its pages need', async () => {
    const { id } = await web.site([english]);
    await update(id, { hostname: ownHost });
    // As if DNS had said so.
    await web.world.records.query(`update sites.site set hostname_active = true where id = $1`, [id]);
    const { port } = new URL(web.world.platform.baseUrl);
    const home = `http://${ownHost}:${port}/`;
    await until(async () => (await web.get('/', { host: ownHost })).status === 200);
    await page.goto(home);
    await waitForPage(page, 'Welcome');
    expect(await styled()).toBe('flex');
    expect(await page.locator('math msup').count()).toBe(1);
    expect(await page.locator('.t-keyword').innerText()).toBe('const');
    await page.getByRole('link', { name: 'second', exact: true }).click();
    await waitForPage(page, 'Second');
    expect(path()).toBe('/second');
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('Words');
    const found = page.getByRole('option').filter({ hasText: 'Part' });
    await until(async () => {
      await page.getByRole('combobox').fill('Word');
      await page.getByRole('combobox').fill('Words');
      return (await found.waitFor({ timeout: 1_000 }).catch(() => 'none')) !== 'none';
    });
    await found.click();
    expect(path()).toBe('/second');
    await page.goto(`${home}~search?q=Words`);
    await page.getByRole('heading', { name: 'Search results' }).waitFor();
  });

  it('is found below a path of a proxy, and no link leads out of it', async () => {
    const { id, base } = await web.site([english]);
    await update(id, { proxy: `${proxyHost}/help/docs` });
    await until(async () =>
      (await web.get(base, { 'x-forwarded-host': proxyHost })).text.includes('"/help/docs/second"'),
    );
    const proxy = await startProxy('/help/docs/', new URL(base, web.world.platform.baseUrl));
    try {
      await page.goto(`http://${proxyHost}:${(proxy.address() as AddressInfo).port}/help/docs/`);
      await waitForPage(page, 'Welcome');
      expect(await styled()).toBe('flex');
      await page.getByRole('link', { name: 'second', exact: true }).click();
      await waitForPage(page, 'Second');
      expect(path()).toBe('/help/docs/second');
      await page.locator('.brand').click();
      await waitForPage(page, 'Welcome');
      expect(path()).toBe('/help/docs/');
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  it('sends readers from an old address to the page', async () => {
    const { id, base } = await web.site([english]);
    const [siteSpace] = await web.sites.siteSpaces(id);
    const destination = { kind: 'site-space', siteSpaceId: siteSpace!.id };
    await web.sites.expect('createSiteRedirect', { params: { siteId: id }, body: { source: '/old/way', destination } });
    await until(async () => (await web.get(`${base}old/way`)).status === 302);
    await page.goto(`${web.world.platform.baseUrl}${base}old/way`);
    await waitForPage(page, 'Welcome');
    expect(path()).toBe(base);
  });

  it('is entered with the key of a share link, which stays in every address', async () => {
    const { id } = await web.site([english], { visibility: 'share-link' });
    const { urls } = await web.sites.expect<ShareLink>('createSiteShareLink', {
      params: { siteId: id },
      body: { name: 'For friends' },
    });
    const entry = new URL(urls.published).pathname;
    await page.goto(web.world.platform.baseUrl + entry);
    await page.getByRole('link', { name: 'second', exact: true }).click();
    await waitForPage(page, 'Second');
    expect(path()).toBe(`${entry}second`);
  });

  it('is entered with a token, which is in no address and for no script to see', async () => {
    const { id, base } = await web.site([english], { visibility: 'visitor-auth' });
    const { privateKey } = await web.sites.expect<{ privateKey: string }>('getSitePublishingAuthById', {
      params: { siteId: id },
    });
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const body = `${encoded({ alg: 'HS256' })}.${encoded({ exp: Math.floor(Date.now() / 1000) + 600 })}`;
    const token = `${body}.${createHmac('sha256', privateKey).update(body).digest('base64url')}`;
    await page.goto(`${web.world.platform.baseUrl}${base}second?jwt_token=${token}`);
    await waitForPage(page, 'Second');
    expect(page.url()).toBe(`${web.world.platform.baseUrl}${base}second`);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    await page.locator('.brand').click();
    await waitForPage(page, 'Welcome');
  });

  it('leads to the same section in another language', async () => {
    const german = await web.space('Anleitung', { 'README.md': '# Willkommen\n\nHallo.\n' });
    const as = { token: web.world.admin.token };
    await web.world.api.expect('updateSpaceById', { ...as, params: { spaceId: german }, body: { language: 'de' } });
    const { id, base } = await web.site([]);
    const section = await web.sites.expect<SiteSection>('addSectionToSite', {
      params: { siteId: id },
      body: { spaceId: english, title: 'Guide' },
    });
    await web.sites.expect('addSpaceToSite', {
      params: { siteId: id },
      body: { spaceId: german, sectionId: section.id },
    });
    await until(async () => (await web.get(base)).text.includes('Anleitung'));
    await page.goto(web.world.platform.baseUrl + base);
    await page.getByRole('navigation', { name: 'Versions and languages' }).locator('summary').click();
    await page.getByRole('link', { name: 'Anleitung' }).click();
    await waitForPage(page, 'Willkommen');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.getByRole('link', { name: 'Suche' }).waitFor();
  });

  it('shows where the keyboard is, in the order of the page, and names its parts', async () => {
    const { base } = await web.site([english]);
    await page.goto(web.world.platform.baseUrl + base);
    const stops: string[] = [];
    for (let stop = 0; stop < 12; stop++) {
      await page.keyboard.press('Tab');
      stops.push(
        await page.evaluate(() => {
          const at = document.activeElement!;
          const { outlineStyle, outlineWidth } = getComputedStyle(at);
          const place = at.closest('main, header, nav, footer, body')!.tagName.toLowerCase();
          return `${place} ${outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 ? 'seen' : 'unseen'}`;
        }),
      );
    }
    expect(stops[0]).toBe('body seen');
    expect(stops.filter((stop) => stop.endsWith('unseen') && !stop.startsWith('body'))).toEqual([]);
    expect(stops.indexOf('header seen')).toBeLessThan(stops.indexOf('main seen'));
    for (const role of ['banner', 'main'] as const) expect(await page.getByRole(role).count()).toBe(1);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  });
});

/** A foreign web server that shows a site below a path of its own. */
async function startProxy(path: string, target: URL): Promise<Server> {
  const server = createServer((request, response) => {
    const below = request.url!.startsWith(path) ? request.url!.slice(path.length) : undefined;
    if (below === undefined) return void response.writeHead(404).end();
    const headers = { ...request.headers, host: target.host, 'x-forwarded-host': proxyHost };
    const asked = httpRequest(new URL(target.href + below), { headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    asked.on('error', () => response.destroy());
    request.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
