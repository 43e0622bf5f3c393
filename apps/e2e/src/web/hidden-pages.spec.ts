import type { PublishedSiteContent, Revision } from '@bindery/contracts';
import { until } from '@bindery/testing';
import { askSite } from '../mcp/connect';
import { WebWorld } from './web-world';

/** A word that stands in everything that readers may not see. */
const canary = /canary/i;
const condition = 'visitor.claims.unsigned.staff';

let web: WebWorld;
let space: string;
let siteId: string;
let base: string;
let hidden: { page: string; below: string; document: string; file: string; reusable: string };
let old: string;
let token: string;

const files = {
  'README.md': '# Welcome\n\nfindme open, [to it](canary/README.md), ![shared](shared.png)\n',
  'canary/README.md':
    '# Canary\n\nfindme canary ![c](../canary.png) ![s](../shared.png)\n\n{% include "../.gitbook/includes/canary.md" %}\n',
  'canary/deep.md': '# Canary below\n\nfindme canary deep\n',
  '.gitbook/includes/canary.md': '---\ntitle: Canary text\n---\n\ncanary words\n',
  'canary.png': Buffer.from('not shown'),
  'shared.png': Buffer.from('shown'),
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Canary](canary/README.md)\n  * [Canary below](canary/deep.md)\n',
};

const asAdmin = <T>(operation: string, request: object = {}) =>
  web.world.api.expect<T>(operation, { token: web.world.admin.token, params: { spaceId: space }, ...request });
const edit = (change: object) => asAdmin('updateSpaceContent', { body: { changes: [change] } });

beforeAll(async () => {
  web = await WebWorld.create();
  space = await web.space('Guide', files);
  ({ id: siteId, base } = await web.site([space]));
  await web.adapt(siteId);
  const [, page] = (await asAdmin<Revision>('getCurrentRevision')).pages;
  if (page?.type !== 'document') throw new Error('The hidden page is missing');
  await edit({ operation: 'update_page', page: page.id, condition });
  const revision = await asAdmin<Revision>('getCurrentRevision');
  old = revision.id;
  hidden = {
    page: page.id,
    below: page.pages[0]!.id,
    document: page.documentId!,
    file: revision.files.find(({ name }) => name === 'canary.png')!.id,
    reusable: revision.reusableContents[0]!.id,
  };
  token = (await web.sites.lookup(`http://bindery.test${base}`)).body.apiToken;
  // The revision that was current when the reader came may still be read.
  await edit({ operation: 'insert_page', title: 'Later', document: { markdown: 'More.' } });
});
afterAll(() => web.close());

/** All pages of the site that a browser can request, as text. */
async function pages(headers: Record<string, string> = {}): Promise<string> {
  const paths = [
    '',
    'canary',
    'canary.md',
    'canary/deep',
    'canary/deep.md',
    '~search?q=findme',
    'sitemap.xml',
    'llms.txt',
    'llms-full.txt',
    'robots.txt',
    'readme.md',
  ];
  const answers = await Promise.all(paths.map((path) => web.get(base + path, headers)));
  return answers.map(({ text }, index) => text.replaceAll(`${base}${paths[index]}`, '')).join('\n');
}

/** All answers of the API on the space, as text. */
async function everything(by: { token?: string }): Promise<string> {
  const params = { spaceId: space, revisionId: old };
  const calls: [string, object][] = [
    ['getCurrentRevision', {}],
    ['listPages', {}],
    ['listFiles', {}],
    ['getRevisionById', {}],
    ['listPagesInRevisionById', {}],
    ['listFilesInRevisionById', {}],
    ...['getPageById', 'getPageInRevisionById', 'getPageDocumentInRevisionById'].flatMap((name): [string, object][] => [
      [name, { params: { ...params, pageId: hidden.page } }],
      [name, { params: { ...params, pageId: hidden.below } }],
    ]),
    ...['getPageByPath', 'getPageInRevisionByPath'].flatMap((name): [string, object][] => [
      [name, { params: { ...params, pagePath: 'canary' } }],
      [name, { params: { ...params, pagePath: 'canary/deep' } }],
    ]),
    ['getDocumentById', { params: { ...params, documentId: hidden.document } }],
    ['getFileById', { params: { ...params, fileId: hidden.file } }],
    ['getFileInRevisionById', { params: { ...params, fileId: hidden.file } }],
    ['getReusableContentById', { params: { ...params, reusableContentId: hidden.reusable } }],
    ['getReusableContentInRevisionById', { params: { ...params, reusableContentId: hidden.reusable } }],
    ['getReusableContentDocumentInRevisionById', { params: { ...params, reusableContentId: hidden.reusable } }],
    ['searchSpaceContent', { query: { query: 'findme' } }],
    ['getRevisionSemanticChanges', {}],
  ];
  const answers = [];
  for (const [name, request] of calls)
    answers.push(
      JSON.stringify((await web.world.api.call<PublishedSiteContent>(name, { ...by, params, ...request })).body),
    );
  return answers.join('\n');
}

/** The one link to what is hidden says where it leads in the Markdown that it was written in. */
const withoutSource = (text: string) => text.replaceAll(hidden.page, '');

it('are there for readers who meet the condition', async () => {
  const entered = await web.get(`${base}?visitor.staff=true`);
  expect([entered.status, entered.headers.location]).toEqual([302, './']);
  const cookie = entered.headers['set-cookie']![0]!.split(';')[0]!;
  await until(async () => (await pages({ cookie })).includes('findme canary deep'));
  const text = await pages({ cookie });
  for (const word of ['canary words', 'Canary below', 'name=canary.png']) expect(text).toContain(word);
});

it('never reach a browser without the claim', async () => {
  await until(async () => (await pages()).includes('findme open'));
  expect(await pages()).not.toMatch(canary);
  expect((await web.get(`${base}canary`)).status).toBe(404);
});

it('reach models with the claim alone', async () => {
  const told = (query = '') =>
    askSite(new URL(`${base}~gitbook/mcp${query}`, web.world.platform.baseUrl), [
      '',
      'canary',
      'canary/deep',
      'readme',
      hidden.page,
    ]);
  expect(await told('?visitor.staff=true')).toMatch(canary);
  await until(async () => (await told()).includes('findme open'));
  expect(await told()).not.toMatch(canary);
});

it('never reach a content token without the claim, by any route', async () => {
  const text = withoutSource(await everything({ token }));
  expect(text).toContain('findme open');
  expect(text).toContain('shared.png');
  expect(text).not.toMatch(canary);
});

it('never reach strangers in a public space', async () => {
  await asAdmin('updateSpaceById', { body: { visibility: 'public' } });
  for (const by of [{}, { token: web.world.otherAdmin.token }]) {
    const text = withoutSource(await everything(by));
    expect(text).toContain('findme open');
    expect(text).not.toMatch(canary);
  }
  const refused = { token: web.world.otherAdmin.token, params: { spaceId: space } };
  for (const operation of ['getSpacePdf', 'exportSpace', 'listSpaceLinks'])
    expect([operation, (await web.world.api.call(operation, refused)).status]).toEqual([operation, 403]);
});

it('are there for members, who see the space itself', async () => {
  expect(await everything({ token: web.world.reader.token })).toMatch(canary);
});
