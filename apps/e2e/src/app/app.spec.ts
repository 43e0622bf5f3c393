import type { Space } from '@bindery/contracts';
import { Browser, codeOf, mailsTo, nextMail, sessionCookie } from '@bindery/testing';
import { WebWorld } from '../web/web-world';

let web: WebWorld;
let space: Space;
let session: string;

beforeAll(async () => {
  web = await WebWorld.create();
  const id = await web.space('Guide', {
    'README.md': '# Welcome\n\n<b>Bold</b> `words`\n',
    'deep.md': '# Deep\n\nDown.\n',
  });
  space = await ask<Space>('getSpaceById', { spaceId: id });
  session = await sessionCookie(web.world, web.world.admin.email);
});
afterAll(() => web.close());

const ask = <T>(operation: string, params: object, body?: object) =>
  web.world.api.expect<T>(operation, {
    token: web.world.admin.token,
    params: { ...params } as Record<string, string>,
    body,
  });
const open = (address: string, cookie = session) => web.get(new URL(address).pathname, { cookie });

it('answers every address of the app with the same page, under a strict policy', async () => {
  for (const address of [space.urls.app, 'http://bindery.test/app', 'http://bindery.test/app/o/x/members']) {
    const { status, text, headers } = await open(address);
    expect([address, status]).toEqual([address, 200]);
    expect(text).toMatch(/<script type="module" crossorigin src="\/app\/assets\/index-[\w-]+\.js">/);
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/,
    );
    expect(headers['cache-control']).toBe('no-store');
  }
});

it('serves its assets compressed, to be kept for a year', async () => {
  const { text } = await open('http://bindery.test/app');
  const [, script = ''] = /src="(\/app\/assets\/[^"]+\.js)"/.exec(text)!;
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ] as const) {
    const { status, headers } = await web.get(script, { 'accept-encoding': accepted });
    expect([status, headers['content-encoding'], headers['cache-control']]).toEqual([
      200,
      encoding,
      'public, max-age=31536000, immutable',
    ]);
  }
  for (const missing of ['none.js', '..%2Findex.html', 'index.html'])
    expect((await web.get(`/app/assets/${missing}`)).status).toBe(404);
});

it('serves the icons of sites, to be kept for a year', async () => {
  const { text } = await open('http://bindery.test/app');
  const [, icons = ''] = /data-icons="(\/app\/assets\/icons\/\w+\/)"/.exec(text)!;
  const names = await web.get(`${icons}names.json`);
  expect(JSON.parse(names.text)).toEqual(expect.arrayContaining(['github', 'rocket']));
  const rocket = await web.get(`${icons}rocket.svg`);
  expect(rocket.headers['content-type']).toBe('image/svg+xml');
  for (const { headers } of [names, rocket])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await web.get(`${icons}fa-regular%20fa-heart.svg`)).text).toMatch(
    /^<svg xmlns="[^"]+" viewBox="[\d ]+"><path/,
  );
  expect((await web.get(`${icons}..%2Frocket.svg`)).status).toBe(404);
});

it('loads at most 170 KB at first', async () => {
  const { text } = await open('http://bindery.test/app');
  const assets = [...text.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!);
  const sizes = assets.map(async (path) => {
    const { headers } = await web.get(path, { 'accept-encoding': 'br' });
    const body = await fetch(new URL(path, web.world.platform.baseUrl), { headers: { 'accept-encoding': 'br' } });
    return Number(headers['content-length'] ?? (await body.arrayBuffer()).byteLength);
  });
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(assets.length).toBeGreaterThan(1);
  expect(total).toBeLessThan(170_000);
});

it('sends every user without a session to sign in', async () => {
  const { status, headers } = await web.get(new URL(space.urls.app).pathname);
  expect([status, headers.location]).toEqual([303, '/sign-in']);
  for (const cookie of ['bindery-session=bnd_session_wrong', `bindery-session=${web.world.admin.token}`])
    expect((await open(space.urls.app, cookie)).status).toBe(303);
});

it('is opened by signing in, at the page that was asked for, and closed again for every copy of the cookie', async () => {
  const { world } = web;
  const { email } = world.admin;
  const browser = new Browser(world);
  const path = new URL(space.urls.app).pathname;
  await browser.visit(path, { page: true });
  expect(browser.cookies.get('bindery-next')).toBe(encodeURIComponent(path));
  const before = (await mailsTo(world, email)).length;
  const { json } = await browser.visit<{ signIn: string }>('/sign-in', { form: { email } });
  const form = { signIn: json.signIn, code: codeOf(await nextMail(world, email, before)) };
  const answer = await browser.visit('/sign-in/code', { form, page: true });
  expect(answer.text).toContain(`href="${path}"`);
  const kept = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('bindery-session='))!;
  expect(kept).toMatch(/^bindery-session=bnd_session_\w+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
  const [copy] = kept.split(';');
  expect((await web.get(path, { cookie: copy! })).status).toBe(200);
  const out = await browser.visit('/app/sign-out', { form: {}, page: true });
  expect(out.headers.getSetCookie().join()).toContain('bindery-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
  expect((await web.get(path, { cookie: copy! })).status).toBe(303);
});

it('is opened again, by signing in, at the page on which a session ended', async () => {
  const browser = new Browser(web.world);
  const path = new URL(space.urls.app).pathname;
  await browser.visit(`/sign-in?next=${encodeURIComponent(path)}`, { page: true });
  expect(browser.cookies.get('bindery-next')).toBe(encodeURIComponent(path));
  for (const query of [
    'https%3A%2F%2Fevil.example',
    '%2F%2Fevil.example',
    '%2Foauth%2Fauthorize%3Fa',
    '%2Fapp&next=%2Fapp',
  ]) {
    const other = new Browser(web.world);
    await other.visit(`/sign-in?next=${query}`, { page: true });
    expect([query, other.cookies.get('bindery-next')]).toEqual([query, undefined]);
  }
});

it('never leads from signing in to another place than the app', async () => {
  const { world } = web;
  for (const next of ['//evil.example', 'https://evil.example', '/app\\@evil', '/v1/user', '/application']) {
    const { email } = await world.records.user({ [world.organization]: 'read' });
    const browser = new Browser(world);
    const { json } = await browser.visit<{ signIn: string }>('/sign-in', { form: { email } });
    const form = { signIn: json.signIn, code: codeOf(await nextMail(world, email)) };
    browser.cookies.set('bindery-next', encodeURIComponent(next));
    const answer = await browser.visit('/sign-in/code', { form, page: true });
    expect(answer.text).toContain('<a class="button" href="/app">');
  }
});
