import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangeRequest, Collection, Organization, Revision, Site, Space } from '@bindery/contracts';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { mailsTo, sessionCookie, until } from '@bindery/testing';
import { WebWorld } from '../web/web-world';

type Node = DefaultTreeAdapterTypes.Node;

/** Payloads that would run if they were taken as markup, in an attribute, in a comment, in a title, or as an address. */
const payloads = [
  `<script>alert('xss')</script>`,
  `"><img src=x onerror=alert('xss')>`,
  `'--><svg onload=alert('xss')>`,
  `</title></style><iframe srcdoc="xss"></iframe>`,
  `javascript:alert('xss')`,
];
const everything = payloads.join(' ');
const markdown = [
  ...payloads,
  `[click](javascript:alert('xss')) ![x](javascript:alert('xss')) [data](data:text/html,<script>xss</script>)`,
  '<a href="javascript:alert(\'xss\')" onclick="alert(\'xss\')">x</a> <div style="background:url(javascript:xss)">',
  '<iframe src="javascript:alert(\'xss\')"></iframe><object data="xss"></object><form action="xss"><input autofocus onfocus=xss>',
  '```"><script>alert("xss")</script>\n</code><script>xss</script>\n```',
  '{% embed url="javascript:alert(\'xss\')" %}',
  '$$</math><script>xss</script>$$',
].join('\n\n');

let web: WebWorld;
let space: Space;
let site: { id: string; base: string };

beforeAll(async () => {
  web = await WebWorld.create();
  const { organization: organizationId, admin } = web.world;
  const id = await web.space('Guide', { 'README.md': `# Home ${payloads[0]}\n\n${markdown}\n` });
  await ask('updateOrganizationById', { organizationId }, { title: everything.slice(0, 60) });
  await ask('updateUserById', { userId: admin.id }, { displayName: payloads[1] });
  space = await ask<Space>('updateSpaceById', { spaceId: id }, { title: payloads[1] });
  const changes = payloads.map((title) => ({ operation: 'insert_page', title, document: { markdown } }));
  await ask('updateSpaceContent', { spaceId: id }, { changes });
  site = await web.site([id], { title: everything.slice(0, 120) });
  const inSite = { organizationId, siteId: site.id };
  const to = { title: payloads[2], url: "https://example.com/?'onmouseover='xss" };
  await ask('addExternalLinkToSite', inSite, to);
  await ask('addSectionToSite', inSite, {
    spaceId: await web.space('More', { 'README.md': markdown }),
    title: payloads[1],
  });
});
afterAll(() => web.close());

const ask = <T = { id: string }>(operation: string, params: object, body?: object) =>
  web.world.api.expect<T>(operation, {
    token: web.world.admin.token,
    params: { ...params } as Record<string, string>,
    body,
  });

/** Attributes that a browser follows. */
const addresses = ['href', 'src', 'srcset', 'srcdoc', 'action', 'formaction', 'data', 'poster', 'xlink:href'];

/** The parts of a page that would run, or be fetched from an address of a tenant. */
function running(html: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if ('tagName' in node) {
      const own = node.attrs.filter(
        ({ name, value }) =>
          name.startsWith('on') ||
          (addresses.includes(name) && /^\s*(javascript|data|vbscript):/i.test(value) && value !== 'data:,'),
      );
      found.push(...own.map(({ name, value }) => `${node.tagName} ${name}=${value}`));
      if (['iframe', 'object', 'embed', 'base'].includes(node.tagName)) found.push(node.tagName);
      const holds =
        'childNodes' in node && node.childNodes.some((child) => 'value' in child && child.value.includes('xss'));
      if (['script', 'style'].includes(node.tagName) && holds) found.push(`${node.tagName} with a payload`);
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return found;
}

async function expectInert(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await web.get(path, headers);
  expect([path, answer.status]).toEqual([path, 200]);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect([path, running(answer.text)]).toEqual([path, []]);
  return answer.text;
}

it('finds what would run, where it is', () => {
  expect(payloads.slice(0, 4).map((payload) => running(`<body>${payload}`).length > 0)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(running('<a href=" javascript:xss">')).toHaveLength(1);
});

it('nothing that tenants wrote runs in the pages of a site', async () => {
  await until(async () => (await web.get(site.base)).text.includes('alert'));
  const home = await expectInert(site.base);
  const linked = new Set([...home.matchAll(/href="([^"#?]*)"/g)].map(([, href]) => href!));
  const below = [...linked].filter((href) => href.startsWith(site.base) && !/\.(css|js|svg|png)$/.test(href));
  expect(below.length).toBeGreaterThan(4);
  for (const href of below) {
    const { status, headers, text } = await web.get(href);
    if (status === 200 && headers['content-type']?.startsWith('text/html'))
      expect([href, running(text)]).toEqual([href, []]);
  }
  const query = encodeURIComponent(payloads[1]!);
  await expectInert(`${site.base}~search?q=${query}`);
  const missing = await web.get(`${site.base}${query}`);
  expect(running(missing.text)).toEqual([]);
});

it('what programs read of a site is no page', async () => {
  for (const name of ['llms.txt', 'sitemap.xml', 'robots.txt']) {
    const { status, headers } = await web.get(`${site.base}${name}`);
    expect([name, status, /html/.test(headers['content-type']!)]).toEqual([name, 200, false]);
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
  const map = (await web.get(`${site.base}sitemap.xml`)).text;
  expect(map).not.toMatch(/<script|<svg|<img/);
});

it('nothing that tenants wrote runs in the pages of the app', async () => {
  const { organization: organizationId } = web.world;
  const organization = await ask<Organization>('getOrganizationById', { organizationId });
  const collection = await ask<Collection>('createCollection', { organizationId }, { title: payloads[1] });
  const request = await ask<ChangeRequest>('createChangeRequest', { spaceId: space.id }, { subject: payloads[0] });
  const revision = await ask<Revision>('getCurrentRevision', { spaceId: space.id });
  const published = await ask<Site>('getSiteById', { organizationId, siteId: site.id });
  const pages = revision.pages.map((page) => ('urls' in page ? page.urls.app : space.urls.app));
  const objects = [organization, collection, space, revision, request, published].map(({ urls }) => urls.app);
  const cookie = await sessionCookie(web.world, web.world.admin.email);
  for (const address of [...objects, ...pages]) await expectInert(new URL(address).pathname, { cookie });
});

it('JSON says that it is JSON, and mails and printed pages are inert', async () => {
  const { api, admin, organization: organizationId, records } = web.world;
  const { headers } = await api.call('getSpaceById', { token: admin.token, params: { spaceId: space.id } });
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const reviewer = await records.user({ [organizationId]: 'admin' });
  const request = await ask<ChangeRequest>('createChangeRequest', { spaceId: space.id }, { subject: payloads[1] });
  const params = { spaceId: space.id, changeRequestId: request.id };
  await ask('requestReviewersForChangeRequest', params, { users: [reviewer.id] });
  await until(async () => (await mailsTo(web.world, reviewer.email)).length > 0);
  const [html] = await htmlOfMailsTo(reviewer.email);
  expect(html).toContain('xss');
  expect(running(html!)).toEqual([]);
  const pdf = await ask<{ url: string }>('getSpacePdf', { spaceId: space.id });
  const { pathname, search } = new URL(pdf.url);
  const print = () => fetch(`${web.world.platform.baseUrl}${pathname}${search}`);
  let printed = await print();
  while (printed.status === 202) printed = await print();
  expect(printed.headers.get('content-type')).toBe('application/pdf');
  expect(printed.headers.get('content-disposition')).not.toMatch(/[<>\r\n]/);
  expect(Buffer.from(await printed.arrayBuffer()).toString('latin1')).not.toMatch(/\/(JavaScript|JS|Launch)\b/);
});

/** The HTML of the mails to an address. */
async function htmlOfMailsTo(address: string): Promise<string[]> {
  const { mailFolder } = web.world.platform;
  const names = (await readdir(mailFolder)).filter((name) => name.endsWith('.eml'));
  const sources = await Promise.all(names.map((name) => readFile(join(mailFolder, name), 'latin1')));
  return sources
    .filter((source) => source.includes(address))
    .flatMap((source) => source.split(/^--.*$/m))
    .filter((part) => /^content-type: text\/html/im.test(part))
    .map((part) => {
      const body = part.replaceAll('\r\n', '\n').split('\n\n').slice(1).join('\n\n');
      if (/^content-transfer-encoding: base64/im.test(part)) return Buffer.from(body, 'base64').toString();
      const bytes = body
        .replace(/=\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
      return Buffer.from(bytes, 'latin1').toString();
    });
}
