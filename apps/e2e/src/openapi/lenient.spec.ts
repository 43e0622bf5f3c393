import type { DocumentPage, OpenAPISpec, ShareLink } from '@bindery/contracts';
import { computedPages, deviatingSpecifications as all, newSlug, petStore, putSpec } from '@bindery/testing';
import { elements, textOf, WebWorld } from '../web/web-world';

/** In the short form every third, others with each seed: the reading has tests of its own, of all of them. */
const seed = Number(process.env.BINDERY_SEED ?? 1);
const deviatingSpecifications =
  process.env.BINDERY_TEST === 'long' ? all : all.filter((_, index) => index % 3 === seed % 3);

let web: WebWorld;
let base: string;
const specs: OpenAPISpec[] = [];

/** A site with a page for each specification, which shows its operation in a block. */
beforeAll(async () => {
  web = await WebWorld.create();
  await Promise.all(
    deviatingSpecifications.map(async ({ text }, at) => {
      specs[at] = await putSpec(web.world, newSlug(), { text });
    }),
  );
  const block = ({ path, method }: { path: string; method: string }, at: number) =>
    `{% openapi-operation spec="${specs[at]!.slug}" path="${path}" method="${method}" %}\n[x](https://x.example)\n{% endopenapi-operation %}`;
  const pages = deviatingSpecifications.map((one, at) => [`page-${at}.md`, `# Page ${at}\n\n${block(one, at)}\n`]);
  const entries = deviatingSpecifications.map((_, at) => `* [Page ${at}](page-${at}.md)\n`);
  const files = {
    'README.md': '# Home\n',
    ...(Object.fromEntries(pages) as Record<string, string>),
    'SUMMARY.md': `* [Home](README.md)\n${entries.join('')}`,
  };
  base = (await web.site([await web.space('Deviating', files)])).base;
});
afterAll(() => web.close());

describe.each(deviatingSpecifications.map(({ name }, at): [string, number] => [name, at]))(
  'a specification with %s',
  (_, at) => {
    const { code, shows, path, method } = deviatingSpecifications[at]!;

    it('is read, and its deviation is reported', () => {
      const { processingState, lastVersion, lastProcessErrorCode, lastProcessedErrors } = specs[at]!;
      expect([processingState, lastProcessErrorCode]).toEqual(['complete', undefined]);
      expect(lastVersion).toEqual(expect.any(String));
      expect(lastProcessedErrors!.map((error) => error.code)).toContain(code);
    });

    it('is shown on a site, and as text in Markdown', async () => {
      const page = await web.get(`${base}page-${at}`);
      expect(page.status).toBe(200);
      const seen = textOf(elements(page.text, 'main')[0]!);
      for (const word of [...shows, method.toUpperCase(), path]) expect(seen).toContain(word);
      const markdown = await web.get(`${base}page-${at}.md`);
      expect(markdown.status).toBe(200);
      const told = markdown.text.replaceAll('\\', '');
      for (const word of [...shows, `${method.toUpperCase()} ${path}`]) expect(told).toContain(word);
      expect(told).not.toContain('{% openapi');
    });
  },
);

it('lets readers read computed pages with the token of a site that shows them', async () => {
  const { world, sites } = web;
  const specSlug = newSlug();
  await putSpec(world, specSlug, { text: JSON.stringify(petStore()) });
  const summary = `* [Home](README.md)\n${computedPages(specSlug)}`;
  const spaceId = await web.space('Computed', { 'README.md': '# Home\n', 'SUMMARY.md': summary });
  const { id: siteId } = await sites.site([], { visibility: 'share-link', spaces: [spaceId] });
  const url = await sites.publish(siteId);
  const body = { name: 'Friends' };
  const link = await sites.expect<ShareLink>('createSiteShareLink', { params: { siteId }, body });
  const { body: found } = await sites.lookup(`${link.urls.published}everything/pet`);
  expect([found.space, url.length > 0]).toEqual([spaceId, true]);
  const read = (operation: string, params: object) =>
    world.api.call<DocumentPage>(operation, {
      token: found.apiToken,
      params: { organizationId: world.organization, specSlug, spaceId, ...params },
    });
  expect((await read('getPageByPath', { pagePath: 'everything/pet' })).body.computed).toBeDefined();
  let status = 0;
  while (status !== 200) status = (await read('getLatestOpenAPISpecVersionContent', {})).status;
  expect((await read('getOpenAPISpecBySlug', {})).status).toBe(403);
});
