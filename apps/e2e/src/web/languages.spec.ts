import type { DocumentPage } from '@bindery/contracts';
import { flat, until } from '@bindery/testing';
import { attributeOf, elements, WebWorld } from './web-world';

const origin = 'http://bindery.test';
let web: WebWorld;
let site: { id: string; base: string };
let english: string;

beforeAll(async () => {
  web = await WebWorld.create();
  const files = (home: string, more: object = {}) => ({
    'README.md': `# ${home}\n`,
    'guide.md': '# Guide\n',
    'SUMMARY.md': `* [${home}](README.md)\n* [Guide](guide.md)\n${Object.keys(more)
      .map((path) => `* [](${path})\n`)
      .join('')}`,
    ...more,
  });
  english = await web.space('English', files('Home', { 'only-here.md': '# Only here\n' }));
  const spaces = [english];
  for (const [title, home] of [
    ['Deutsch', 'Start'],
    ['English again', 'Home'],
    ['Nothing said', 'Home'],
  ] as const)
    spaces.push(await web.space(title, files(home)));
  for (const [index, language] of ['en', 'de', 'en'].entries())
    await web.world.api.expect('updateSpaceById', {
      token: web.world.admin.token,
      params: { spaceId: spaces[index]! },
      body: { language },
    });
  site = await web.site(spaces);
});
afterAll(() => web.close());

const alternatesAt = async (path: string) =>
  Object.fromEntries(
    elements((await web.get(site.base + path)).text, 'link', 'hreflang').map((link) => [
      attributeOf(link, 'hreflang')!,
      attributeOf(link, 'href')!.replace(origin + site.base, ''),
    ]),
  );

it('names each page in the languages in which the site has it', async () => {
  expect(await alternatesAt('guide')).toEqual({ en: 'guide', de: 'deutsch/guide', 'x-default': 'guide' });
  expect(await alternatesAt('deutsch/guide')).toEqual({ de: 'deutsch/guide', en: 'guide', 'x-default': 'guide' });
});

it('names first pages of spaces by the spaces, with any path', async () => {
  const expected = { en: '', de: 'deutsch/', 'x-default': '' };
  expect(await alternatesAt('')).toEqual(expected);
  expect(await alternatesAt('deutsch')).toEqual(expected);
});

it('names none for a page that is in one language alone, and none in a space whose language is not known', async () => {
  expect(await alternatesAt('only-here')).toEqual({});
  expect(await alternatesAt('nothing-said/guide')).toEqual({});
});

it('shows search engines the languages and the last change of each page', async () => {
  const { text } = await web.get(`${site.base}sitemap.xml`);
  const entries = new Map(
    [...text.matchAll(/<url\s*>([^]*?)<\/url\s*>/g)].map(([, entry]) => [
      /<loc>(.*?)<\/loc>/.exec(entry!)![1]!.replace(origin + site.base, ''),
      entry!,
    ]),
  );
  const { token } = web.world.admin;
  const { pages } = await web.world.api.expect<{ pages: DocumentPage[] }>('listPages', {
    token,
    params: { spaceId: english },
  });
  const guide = flat(pages).find(({ title }) => title === 'Guide') as DocumentPage;
  const entry = entries.get('guide')!;
  expect(entry).toContain(`<lastmod>${guide.updatedAt}</lastmod>`);
  const links = [...entry.matchAll(/hreflang="(.*?)" href="(.*?)"/g)].map(([, language, href]) => [
    language,
    href!.replace(origin + site.base, ''),
  ]);
  expect(Object.fromEntries(links)).toEqual({ en: 'guide', de: 'deutsch/guide', 'x-default': 'guide' });
  expect(entries.get('only-here')).not.toContain('hreflang');
  expect(text).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"');

  // The last change of a page is that of no other.
  const changes = [{ operation: 'update_page', page: guide.id, document: { markdown: 'New.' } }];
  await web.world.api.expect('updateSpaceContent', { token, params: { spaceId: english }, body: { changes } });
  const old = `<loc>${origin}${site.base}guide</loc><lastmod>${guide.updatedAt}`;
  const later = async () => (await web.get(`${site.base}sitemap.xml`)).text;
  await until(async () => !(await later()).includes(old));
  expect(await later()).toContain(entries.get('only-here')!);
});
