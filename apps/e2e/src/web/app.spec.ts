import type { ChangeRequest, Collection, Organization, Revision, Site, Space } from '@bindery/contracts';
import { codeOf, nextMail } from '../sign-in/mails';
import { visit } from '../sign-in/browser';
import { elements, textOf, WebWorld } from './web-world';

let web: WebWorld;
let space: Space;

beforeAll(async () => {
  web = await WebWorld.create();
  const id = await web.space('Guide', {
    'README.md': '# Welcome\n\n<b>Bold</b> `words`\n',
    'deep.md': '# Deep\n\nDown.\n',
  });
  space = await ask<Space>('getSpaceById', { spaceId: id });
});
afterAll(() => web.close());

const ask = <T>(operation: string, params: object, body?: object) =>
  web.world.api.expect<T>(operation, {
    token: web.world.admin.token,
    params: { ...params } as Record<string, string>,
    body,
  });
const open = (address: string, token = web.world.admin.token) =>
  web.get(new URL(address).pathname, { cookie: `bindery-session=${token}` });
const titleOf = (text: string) => textOf(elements(text, 'h1')[0]!);

it('opens what urls.app of every kind of object names', async () => {
  const spaceId = space.id;
  const { organization: organizationId } = web.world;
  const organization = await ask<Organization>('getOrganizationById', { organizationId });
  const collection = await ask<Collection>('createCollection', { organizationId }, { title: 'Shelf' });
  const revision = await ask<Revision>('getCurrentRevision', { spaceId });
  const request = await ask<ChangeRequest>('createChangeRequest', { spaceId }, { subject: 'Better words' });
  const site = await ask<Site>('createSite', { organizationId }, { title: 'Handbook', spaces: [spaceId] });
  const [first] = revision.pages;
  const shown: [string, string][] = [
    [organization.urls.app, organization.title],
    [collection.urls.app, 'Shelf'],
    [space.urls.app, 'Guide'],
    [revision.urls.app, revision.id],
    [first && 'urls' in first ? first.urls.app : '', 'Welcome'],
    [`${revision.urls.app}/deep`, 'Deep'],
    [request.urls.app, 'Better words'],
    [site.urls.app, 'Handbook'],
  ];
  for (const [address, title] of shown) {
    const { status, text, headers } = await open(address);
    expect([address, status, titleOf(text)]).toEqual([address, 200, title]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  }
  expect((await open(space.urls.app)).text).toContain(`href="${new URL(space.urls.app).pathname}/deep"`);
  expect((await open('http://bindery.test/app')).text).toContain(organization.title);
});

it('shows nothing to others, and sends those who are nobody to sign in', async () => {
  expect((await open(space.urls.app, web.world.otherAdmin.token)).status).toBe(404);
  expect((await open('http://bindery.test/app/what')).status).toBe(404);
  const { status, headers } = await web.get(new URL(space.urls.app).pathname);
  expect([status, headers.location]).toEqual([303, '/sign-in']);
  expect((await open(space.urls.app, 'bnd_user_wrong')).status).toBe(303);
});

it('is opened by signing in, at the page that was asked for, and closed again', async () => {
  const { world } = web;
  const { email } = world.admin;
  const { json } = await visit<{ signIn: string }>(world, '/sign-in', { form: { email } });
  const form = new URLSearchParams({ signIn: json.signIn, code: codeOf(await nextMail(world, email)) });
  const path = new URL(space.urls.app).pathname;
  const answer = await fetch(`${world.platform.baseUrl}/sign-in/code`, {
    method: 'POST',
    body: form,
    headers: { accept: 'text/html', cookie: `bindery-next=${encodeURIComponent(path)}` },
  });
  expect(await answer.text()).toContain(`href="${path}"`);
  const kept = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('bindery-session='))!;
  expect(kept).toContain('; Path=/app; HttpOnly; SameSite=Lax');
  expect((await web.get(path, { cookie: kept.split(';')[0]! })).status).toBe(200);
  const out = await fetch(`${world.platform.baseUrl}/app/sign-out`, { method: 'POST', redirect: 'manual' });
  expect(out.headers.get('set-cookie')).toContain('bindery-session=; Path=/app; HttpOnly; SameSite=Lax; Max-Age=0');
});

it('never leads from signing in to another place than the app', async () => {
  const { world } = web;
  for (const next of ['//evil.example', 'https://evil.example', '/app\\@evil', '/v1/user', '/application']) {
    const { email } = await world.people.user({ [world.organization]: 'read' });
    const { json } = await visit<{ signIn: string }>(world, '/sign-in', { form: { email } });
    const body = new URLSearchParams({ signIn: json.signIn, code: codeOf(await nextMail(world, email)) });
    const headers = { accept: 'text/html', cookie: `bindery-next=${encodeURIComponent(next)}` };
    const answer = await fetch(`${world.platform.baseUrl}/sign-in/code`, { method: 'POST', body, headers });
    expect(await answer.text()).toContain('<a class="button" href="/app">');
  }
});
