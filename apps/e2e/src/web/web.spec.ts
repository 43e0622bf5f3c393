import { createHmac } from 'node:crypto';
import { firstScript, type RevisionPages, type ShareLink, type SiteSpace } from '@bindery/contracts';
import { until } from '@bindery/testing';
import { attributeOf, elements, linksBelow, textOf, WebWorld } from './web-world';

let web: WebWorld;
let space: string;
let id: string;
let base: string;

const guide = {
  'README.md':
    '# Welcome\n\nTo the [second](second.md#part) and ![a picture](pixel.png).\n\n{% file src="data.csv" %}\n',
  'second.md': '---\ndescription: All about it\n---\n\n# Second\n\n## Part\n\nunmistakable words, and null\n',
  'third.md': '---\nnoIndex: true\n---\n\n# Third\n\nLast.\n',
  'secret.md': '---\nhidden: true\n---\n\n# Hidden\n\nStill there.\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Second](second.md)\n  * [Third](third.md)\n* [Hidden](secret.md)\n',
  'pixel.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  'data.csv': 'a,b\n1,2\n',
};

beforeAll(async () => {
  web = await WebWorld.create();
  space = await web.space('Guide', guide);
  ({ id, base } = await web.site([space]));
});
afterAll(() => web.close());

const update = (body: object, siteId = id) => web.sites.expect('updateSiteById', { params: { siteId }, body });
const visit = (path: string, headers: Record<string, string> = {}) => web.get(path, headers);

it('shows a page between its neighbours, with links, pictures and files that are there', async () => {
  const { status, text, headers } = await visit(base);
  expect(status).toBe(200);
  expect(elements(text, 'h1').map(textOf)).toEqual(['Welcome']);
  expect(text).toContain(`<a href="${base}second#part">second</a>`);
  const [picture] = elements(text, 'img').map((image) => attributeOf(image, 'src')!);
  expect(picture).toContain(`${base}~files/`);
  expect((await visit(picture!)).headers['content-type']).toBe('image/png');
  for (const href of linksBelow(text, base))
    expect([href, (await visit(href, { accept: 'text/html' })).status]).toEqual([href, 200]);
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/);
  expect(headers['content-security-policy']).not.toContain('unsafe');
  const next = elements(text, 'a', 'rel').find((link) => attributeOf(link, 'rel') === 'next')!;
  expect(attributeOf(next, 'href')).toBe(`${base}second`);
});

it('has landmarks, one heading of the first level, and a way past the navigation', async () => {
  const { text } = await visit(`${base}second`);
  for (const name of ['header', 'main', 'h1']) expect([name, elements(text, name).length]).toEqual([name, 1]);
  for (const nav of elements(text, 'nav')) expect(attributeOf(nav, 'aria-label')).toBeTruthy();
  for (const image of elements(text, 'img')) expect(attributeOf(image, 'alt')).toBeDefined();
  const [skip] = elements(text, 'a');
  expect(attributeOf(skip!, 'href')).toBe(`#${attributeOf(elements(text, 'main')[0]!, 'id')}`);
});

it('is styled by one sheet and helped by one script, which browsers may keep for ever, after a short one of its own', async () => {
  const { text } = await visit(base);
  expect(text).not.toMatch(/<style|style="| on\w+="/);
  const [sheet] = elements(text, 'link', 'href').filter((link) => attributeOf(link, 'rel') === 'stylesheet');
  const [first, script, ...more] = elements(text, 'script');
  expect([textOf(first!), more]).toEqual([firstScript, []]);
  for (const [address, type] of [
    [attributeOf(sheet!, 'href')!, 'text/css'],
    [attributeOf(script!, 'src')!, 'text/javascript'],
  ] as const) {
    const { status, headers } = await visit(address);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      `${type}; charset=utf-8`,
      'public, max-age=31536000, immutable',
    ]);
  }
});

it('finds words, without a script', async () => {
  await until(async () => (await visit(`${base}~search?q=unmistakable`)).text.includes(`${base}second`));
  expect((await visit(`${base}~search?q=null`)).text).toContain(`${base}second`);
  const { text } = await visit(`${base}~search?q=${encodeURIComponent('"><script>x')}`);
  expect(text).not.toContain('<script>x');
  expect(elements(text, 'input').map((input) => attributeOf(input, 'value'))).toContain('"><script>x');
});

it('lists its pages for search engines and programs', async () => {
  const sitemap = (await visit(`${base}sitemap.xml`)).text;
  expect(sitemap).toContain(`<loc>http://bindery.test${base}second</loc>`);
  expect(sitemap).not.toMatch(/third|secret|hidden/);
  expect((await visit(`${base}robots.txt`)).text).toContain('sitemap.xml');
  expect((await visit(`${base}llms.txt`)).text).toContain(
    `[Second](http://bindery.test${base}second.md): All about it`,
  );
  const markdown = await visit(`${base}second.md`);
  expect(markdown.headers['content-type']).toContain('text/markdown');
  expect(markdown.text).toContain('# Second\n\n## Part');
  const { text } = await visit(`${base}second`);
  expect(text).toContain('property="og:title" content="Second"');
  expect(text).toContain(`rel="canonical" href="http://bindery.test${base}second"`);
  expect(text).toMatch(/<html[^>]* lang="en"/);
  expect(text).toContain('<title>Second | ');
  expect(text).toContain('name="description" content="All about it"');
  expect(text).not.toContain('name="robots"');
  const third = (await visit(`${base}second/third`)).text;
  expect(third).toContain('name="robots" content="noindex"');
  expect(third).toContain('name="description" content="Last."');
});

it.each(['AGENTS.md', 'llms.txt', 'llms-full.txt', 'robots.txt', 'sitemap.xml'])(
  'shows a page with the title %s at its address, and its Markdown',
  async (title) => {
    const files = { 'README.md': '# Welcome\n', 'agents.md': '# Agents\n\nAnother page.\n' };
    const own = await web.space('Programs', files);
    const changes = [{ operation: 'insert_page', title, document: { markdown: 'Written here.\n' } }];
    await web.sites.expect('updateSpaceContent', { params: { spaceId: own }, body: { changes } });
    const { base: site } = await web.site([own]);
    const { text } = await visit(`${site}agents`);
    const href = linksBelow(text, site).find((link) => link === `${site}${title.toLowerCase()}`)!;
    const page = await visit(href);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(elements(page.text, 'h1').map(textOf)).toEqual([title]);
    expect((await visit(`${href}.md`)).text).toBe(`# ${title}\n\nWritten here.\n`);
  },
);

it('reads the Markdown of a page, and a page whose old slug ends in .md', async () => {
  const own = await web.space('Moved', { 'README.md': '# Welcome\n', 'skill.md.md': '# Skill\n\nWritten here.\n' });
  const { base: site } = await web.site([own]);
  const { pages } = await web.sites.expect<RevisionPages>('listPages', { params: { spaceId: own } });
  const page = pages.find(({ title }) => title === 'Skill')!.id;
  const changes = [{ operation: 'update_page', page, slug: 'ability' }];
  await web.sites.expect('updateSpaceContent', { params: { spaceId: own }, body: { changes } });
  expect((await visit(`${site}skill.md`)).headers.location).toMatch(/\/ability$/);
  expect((await visit(`${site}ability.md`)).text).toContain('Written here.');
  expect((await visit(`${site}missing.md`)).status).toBe(404);
});

it('shows a hidden page at its address, and in no navigation', async () => {
  expect((await visit(`${base}secret`)).status).toBe(200);
  expect((await visit(base)).text).not.toContain(`${base}secret`);
});

it('says what it does not have, and follows redirects', async () => {
  const { status, text } = await visit(`${base}nowhere`);
  expect([status, elements(text, 'h1').map(textOf)]).toEqual([404, ['Page not found']]);
  const { items } = await web.sites.expect<{ items: SiteSpace[] }>('listSiteSpaces', { params: { siteId: id } });
  const destination = { kind: 'site-space', siteSpaceId: items[0]!.id };
  await web.sites.expect('createSiteRedirect', { params: { siteId: id }, body: { source: '/old/way', destination } });
  await until(async () => (await visit(`${base}old/way`)).status === 302);
  expect((await visit(`${base}old/way`)).headers.location).toBe(base);
  const coded = { params: { siteId: id }, body: { source: '/caf%c3%a9/%7ea', destination } };
  await web.sites.expect('createSiteRedirect', coded);
  for (const path of ['caf%C3%A9/~a', 'caf%c3%a9/%7Ea', 'caf%C3%A9/%7ea'])
    expect([path, (await visit(base + path)).headers.location]).toEqual([path, base]);
  expect((await visit('/sites/nothing/')).status).toBe(404);
});

it('answers again only what has changed, and is right within a second of a change', async () => {
  const { headers } = await visit(base);
  expect(headers.etag).toMatch(/^W\//);
  expect((await visit(base, { 'if-none-match': headers.etag! })).status).toBe(304);
  await update({ title: 'Another title' });
  await until(async () => (await visit(base)).text.includes('Another title'));
  expect((await visit(base, { 'if-none-match': headers.etag! })).status).toBe(200);
});

it('shows what was merged, and not what is in a draft, on pages that were made before', async () => {
  const own = await web.space('Merged', { 'README.md': '# Before\n\nOld words.\n' });
  const { base: root } = await web.site([own]);
  expect((await visit(root)).text).toContain('Old words.');
  const as = { token: web.world.admin.token };
  const spaceId = own;
  const { pages } = await web.world.api.expect<RevisionPages>('listPages', { ...as, params: { spaceId } });
  const { id: changeRequestId } = await web.world.api.expect<{ id: string }>('createChangeRequest', {
    ...as,
    params: { spaceId },
    body: {},
  });
  const draft = { ...as, params: { spaceId, changeRequestId } };
  const change = { operation: 'update_page', page: pages[0]!.id, document: { markdown: 'New words.' } };
  await web.world.api.expect('updateChangeRequestContent', { ...draft, body: { changes: [change] } });
  expect((await visit(root)).text).toContain('Old words.');
  await web.world.api.expect('mergeChangeRequest', draft);
  // Gateways keep an answer for less than a second; this waits longer on a busy machine and decides nothing by time.
  await until(async () => (await visit(root)).text.includes('New words.'));
});

it('is compressed in the best encoding that the browser accepts', async () => {
  const get = async (encodings: string): Promise<[string | null, string]> => {
    const address = new URL(base, web.world.platform.baseUrl);
    const answer = await fetch(address, { headers: { 'accept-encoding': encodings } });
    return [answer.headers.get('content-encoding'), await answer.text()];
  };
  const [none, text] = await get('identity');
  expect(none).toBeNull();
  expect(await get('gzip, deflate, br')).toEqual(['br', text]);
  expect(await get('gzip, deflate')).toEqual(['gzip', text]);
});

it('has the right addresses below the path of a proxy', async () => {
  await update({ proxy: 'www.example.com/docs' });
  const behind = { 'x-forwarded-host': 'www.example.com' };
  await until(async () => (await visit(base, behind)).text.includes('href="/docs/second"'));
  const { text } = await visit(`${base}second`, behind);
  expect(text).toContain('rel="canonical" href="https://www.example.com/docs/second"');
  const own = [...elements(text, 'a', 'href'), ...elements(text, 'link', 'href')].map((one) =>
    attributeOf(one, 'href')!,
  );
  expect(own.filter((href) => href.startsWith('/') && !href.startsWith('/docs/'))).toEqual([]);
  expect((await visit(base, { 'x-forwarded-host': 'evil.example' })).text).not.toContain('evil.example');
  await update({ proxy: null });
});

it('lets readers in with the key of a share link, until it is revoked', async () => {
  const site = await web.site([space], { visibility: 'share-link' });
  expect((await visit(site.base)).status).toBe(404);
  const { id: shareLinkId, urls } = await web.sites.expect<ShareLink>('createSiteShareLink', {
    params: { siteId: site.id },
    body: { name: 'For friends' },
  });
  const entry = new URL(urls.published).pathname;
  const { status, text } = await visit(entry);
  expect(status).toBe(200);
  for (const href of linksBelow(text, '/')) expect([href, href.startsWith(entry)]).toEqual([href, true]);
  expect(text).toContain('content="noindex"');
  await web.sites.expect('deleteSiteShareLinkById', { params: { siteId: site.id, shareLinkId } });
  await until(async () => (await visit(entry)).status === 404);
});

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(key: string, claims: object = {}): string {
  const body = `${encoded({ alg: 'HS256' })}.${encoded({ exp: Math.floor(Date.now() / 1000) + 600, ...claims })}`;
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
}

it('sends visitors to get a token, and keeps it out of addresses and scripts', async () => {
  const site = await web.site([space], { visibility: 'visitor-auth' });
  const params = { siteId: site.id };
  expect((await visit(site.base)).status).toBe(403);
  await web.sites.expect('updateSitePublishingAuthById', {
    params,
    body: { fallbackURL: 'https://login.example.com/' },
  });
  await until(async () => (await visit(site.base)).status === 302);
  const sent = async (path: string) => new URL((await visit(site.base + path)).headers.location!);
  expect((await sent('second')).href).toContain('https://login.example.com/?location=');
  expect((await sent('second?utm_source=mail&q=a b')).searchParams.get('location')).toBe(
    'second?utm_source=mail&q=a+b',
  );
  const { privateKey } = await web.sites.expect<{ privateKey: string }>('getSitePublishingAuthById', { params });
  expect((await visit(`${site.base}?jwt_token=${signed('another key')}`)).status).toBe(403);
  const entered = await visit(`${site.base}second?jwt_token=${signed(privateKey)}`);
  expect([entered.status, entered.headers.location]).toEqual([302, './second']);
  const [cookie] = entered.headers['set-cookie']!;
  expect(cookie).toContain(`Path=${site.base}; HttpOnly; SameSite=Lax`);
  const kept = { cookie: cookie!.split(';')[0]! };
  const inside = await visit(`${site.base}second`, kept);
  expect(inside.status).toBe(200);
  const elsewhere = await visit(`${base}second`, kept);
  expect(elsewhere.status).toBe(200);
  expect(elements(elsewhere.text, 'a', 'rel').map(textOf)).not.toContain('Sign out');

  // Signing out deletes the browser's session, and leads to the entry page, which requests a token again.
  const out = elements(inside.text, 'a', 'rel').find((link) => textOf(link) === 'Sign out')!;
  expect(attributeOf(out, 'href')).toBe(`${site.base}~sign-out`);
  for (const cookies of [kept, {}]) {
    const left = await visit(`${site.base}~sign-out`, cookies);
    expect([left.status, left.headers.location]).toEqual([302, site.base]);
    expect(left.headers['set-cookie']).toContain(
      `bindery-visitor=; Path=${site.base}; Max-Age=0; HttpOnly; SameSite=Lax`,
    );
    expect(left.headers['cache-control']).toBe('no-store');
  }
  expect((await visit(site.base)).headers.location).toContain('https://login.example.com/');
  await web.sites.expect('regenerateSitePublishingAuthById', { params });
  await until(async () => (await visit(`${site.base}second`, kept)).status === 302);
});
