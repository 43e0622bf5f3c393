import type {
  PublishedSiteContent,
  Revision,
  ShareLink,
  SiteCustomizationSettings,
  SiteSection,
  SiteSpace,
} from '@bindery/contracts';
import {
  importFiles,
  newSlug,
  petStore,
  putSpec,
  sessionCookie,
  SiteWorld,
  textOf as specText,
  until,
} from '@bindery/testing';
import { askSite } from '../mcp/connect';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

/** Words that stand in what readers may not see: in titles, paths, conditions, links and text. */
const canary = /canary/i;

let world: TestOrganization;
let sites: SiteWorld;
let siteId: string;
let hidden: { space: string; siteSpace: string; section: string; page: string; file: string; revision: string };
let shown: string;
let token: string;

/** The name of a specification that the hidden space alone shows. */
const spec = newSlug();

const spaceWith = async (title: string, text: string, files: Record<string, string | Buffer> = {}): Promise<string> => {
  const run = await importFiles(world, { 'README.md': `# ${title}\n\nfindme ${text}\n`, ...files }, { title });
  return run.spaces[0]!.id;
};

const asAdmin = <T>(operation: string, params: Record<string, string>, body?: object) =>
  world.api.expect<T>(operation, { token: world.admin.token, params, ...(body && { body }) });

beforeAll(async () => {
  world = await createTestOrganization();
  sites = new SiteWorld(world);
  const source = { ...petStore(), info: { title: 'Canary pets', version: '1' } };
  source.paths['/pets'].post.summary = 'Canary operation';
  await putSpec(world, spec, specText(source));
  const block = `{% openapi-operation spec="${spec}" path="/pets" method="post" %}\n[x](https://x.example)\n{% endopenapi-operation %}`;
  const secret = await spaceWith('Canary space', `canary text ![a](canary.png)\n\n${block}`, {
    'canary.png': Buffer.from('canary picture'),
  });
  const revision = await asAdmin<Revision>('getCurrentRevision', { spaceId: secret });
  const page = revision.pages[0]!.id;
  const there = `/spaces/${secret}/pages/${page}`;
  shown = await spaceWith(
    'Shown',
    `open, [there](${there})\n\n{% content-ref url="${there}" %}\n[there](${there})\n{% endcontent-ref %}`,
  );
  await asAdmin(
    'updateSpaceContent',
    { spaceId: secret },
    {
      changes: [{ operation: 'insert_page', title: 'Canary later', document: { markdown: 'canary more' } }],
    },
  );
  const site = await sites.expect<{ id: string }>('createSite', {
    body: { title: 'Site', spaces: [shown], visibility: 'public' },
  });
  siteId = site.id;
  const inSite = { params: { siteId } };
  await sites.expect('updateSiteById', { ...inSite, body: { adaptiveContent: { enabled: true } } });
  const jsonSchema = {
    type: 'object',
    properties: { unsigned: { type: 'object', properties: { staff: { type: 'boolean' } } } },
  };
  await sites.expect('updateSiteAdaptiveSchema', { ...inSite, body: { jsonSchema } });
  const section = await sites.expect<SiteSection>('addSectionToSite', {
    ...inSite,
    body: { spaceId: secret, title: 'Canary section' },
  });
  await sites.expect('updateSiteSectionById', {
    params: { siteId, siteSectionId: section.id },
    body: { path: 'canary-path', description: 'canary description', condition: 'visitor.claims.unsigned.staff' },
  });
  const variant = await sites.expect<SiteSpace>('addSpaceToSite', { ...inSite, body: { spaceId: secret } });
  await sites.expect('updateSiteSpaceById', {
    params: { siteId, siteSpaceId: variant.id },
    body: { path: 'canary-variant', condition: 'visitor.claims.unsigned.staff' },
  });
  await sites.group(siteId, 'Canary group', { sections: [section.id] });
  for (const [source, destination] of [
    ['/section', { kind: 'site-section', siteSectionId: section.id }],
    ['/variant', { kind: 'site-space', siteSpaceId: variant.id }],
  ] as const)
    await sites.expect('createSiteRedirect', { ...inSite, body: { source, destination } });
  await sites.expect('overrideSiteSpaceCustomizationById', {
    params: { siteId, siteSpaceId: variant.id },
    body: { title: 'Canary look' },
  });
  const look = await sites.expect<SiteCustomizationSettings>('getSiteCustomizationById', inSite);
  const to = { kind: 'url' as const, url: 'https://canary.example.com' };
  const links = [{ title: 'Canary link', to, links: [], condition: 'visitor.claims.unsigned.staff' }];
  await sites.expect('updateSiteCustomizationById', {
    ...inSite,
    body: { ...look, header: { ...look.header, links } },
  });
  const url = await sites.publish(siteId);
  const file = revision.files[0]!.id;
  hidden = { space: secret, siteSpace: variant.id, section: section.id, page, file, revision: revision.id };
  token = (await sites.lookup(url)).body.apiToken;
});
afterAll(() => world.close());

/** All answers that a reader can request, as text. */
async function everything(by: { token?: string }, query: Record<string, string> = {}): Promise<string> {
  const params = { organizationId: world.organization, siteId };
  const base = `http://bindery.test/sites/${siteId}/`;
  const search = (scope: object) => ['searchSiteContent', { params, query, body: { query: 'findme', scope } }] as const;
  const ask = (scope: object) => ['streamAskInSite', { params, query, body: { question: 'findme', scope } }] as const;
  const calls = [
    ask({ mode: 'all' }),
    ask({ mode: 'default' }),
    ask({ mode: 'specific', siteSpaceIds: [hidden.siteSpace] }),
    ['streamRecommendedQuestionsInSite', { params, query }],
    ['streamRecommendedQuestionsInSite', { params, query: { ...query, siteSpaceId: hidden.siteSpace } }],
    ['streamRecommendedQuestionsInSite', { params, query: { ...query, spaceId: hidden.space } }],
    ['getPublishedContentSite', { params, query }],
    ['getSiteStructure', { params, query }],
    ['listSiteSections', { params, query }],
    ['listSiteSpaces', { params, query }],
    search({ mode: 'all' }),
    search({ mode: 'default' }),
    search({ mode: 'specific', siteSpaceIds: [hidden.siteSpace] }),
    ['getSiteRedirectBySource', { params, query: { ...query, source: '/section' } }],
    ['getSiteRedirectBySource', { params, query: { ...query, source: '/variant' } }],
    ['getSpaceById', { params: { spaceId: hidden.space } }],
    ['getCurrentRevision', { params: { spaceId: hidden.space } }],
    ['listPages', { params: { spaceId: hidden.space } }],
    ['listFiles', { params: { spaceId: hidden.space } }],
    ['getPageByPath', { params: { spaceId: hidden.space, pagePath: 'readme' } }],
    ['searchSpaceContent', { params: { spaceId: hidden.space }, query: { query: 'findme' } }],
    ['getPageById', { params: { spaceId: hidden.space, pageId: hidden.page } }],
    ['getFileById', { params: { spaceId: hidden.space, fileId: hidden.file } }],
    ['getRevisionById', { params: { spaceId: hidden.space, revisionId: hidden.revision } }],
    ['getPageInRevisionById', { params: { spaceId: hidden.space, revisionId: hidden.revision, pageId: hidden.page } }],
    ['listSpacePageBacklinks', { params: { spaceId: hidden.space, pageId: hidden.page } }],
    ['listSpaceLinks', { params: { spaceId: hidden.space } }],
    ['listSpaceLinks', { params: { spaceId: shown } }],
    ['getLatestOpenAPISpecVersionContent', { params: { ...params, specSlug: spec } }],
    ...['canary-path/', 'canary-variant/', 'site/canary-variant/'].map(
      (path) => ['resolvePublishedContentByUrl', { body: { url: base + path } }] as const,
    ),
  ] as const;
  const answers = [];
  for (const [operation, request] of calls) {
    const { body } = await world.api.call<PublishedSiteContent>(operation, { ...by, ...request });
    // The requested path comes back as that of a missing page.
    if (body && 'pathname' in body) answers.push(JSON.stringify({ siteSpace: body.siteSpace, space: body.space }));
    else answers.push(JSON.stringify(body));
  }
  return answers.join('\n');
}

/** All pages that a browser can request, as text without the requested paths. */
async function pages(cookie = ''): Promise<string> {
  const site = `/sites/${siteId}/`;
  const paths = [
    '',
    'readme',
    'readme.md',
    'sitemap.xml',
    'llms.txt',
    'llms-full.txt',
    'robots.txt',
    '~search?q=findme',
    'section',
    'variant',
  ]
    .concat(
      ['', 'readme', 'readme.md', 'canary-later'].flatMap((path) => [`canary-path/${path}`, `canary-variant/${path}`]),
    )
    .map((path) => site + path);
  return (await Promise.all(paths.map((path) => pageAt(path, cookie)))).join('\n');
}

/** The answer to a browser at a path, as text without that path. */
async function pageAt(path: string, cookie: string): Promise<string> {
  const headers = cookie ? { cookie } : undefined;
  const answer = await fetch(world.platform.baseUrl + path, { redirect: 'manual', ...(headers && { headers }) });
  const text = (await answer.text()).replaceAll(path, '');
  return `${text} ${(answer.headers.get('location') ?? '').replaceAll(path, '')}`;
}

/** Everything that the app shows of what is hidden, of the site and of the organization, to who is signed in so. */
async function app(cookie: string): Promise<string> {
  const { space, page, revision } = hidden;
  const organization = `/app/o/${world.organization}`;
  const paths = [
    '',
    '/readme',
    `/${page}`,
    `/~/revisions/${revision}`,
    `/~/revisions/${revision}/readme`,
    '/~/changes/1',
  ];
  const all = [
    '/app',
    organization,
    `${organization}/site/${siteId}`,
    ...paths.map((path) => `${organization}/s/${space}${path}`),
  ];
  return (await Promise.all(all.map((path) => pageAt(path, cookie)))).join('\n');
}

it('stand where they are looked for: staff gets all of them', async () => {
  const staff = (
    await sites.lookup(`http://bindery.test/sites/${siteId}/`, { visitor: { unsignedClaims: { staff: true } } })
  ).body.apiToken;
  await until(async () => /canary text[^]*Canary operation/.test(await everything({ token: staff })));
  const answers = await everything({ token: staff });
  for (const word of [
    'Canary space',
    'Canary section',
    'canary-path',
    'Canary group',
    'Canary look',
    'Canary link',
    'canary-variant',
    'canary description',
    'Canary operation',
    'Canary later',
  ])
    expect(answers).toContain(word);
  const entered = await fetch(`${world.platform.baseUrl}/sites/${siteId}/?visitor.staff=true`, { redirect: 'manual' });
  const cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!;
  await until(async () => (await pages(cookie)).includes('canary more'));
  const seen = await pages(cookie);
  for (const word of ['Canary section', 'Canary operation', 'canary text', 'name=canary.png', 'Canary later'])
    expect(seen).toContain(word);
});

/** All answers of the site to models, with a query in its address. */
function models(query = ''): Promise<string> {
  const address = new URL(`/sites/${siteId}/~gitbook/mcp${query}`, world.platform.baseUrl);
  const paths = ['', 'readme', 'canary-later'];
  return askSite(address, [
    ...paths,
    ...paths.flatMap((path) => [`canary-path/${path}`, `canary-variant/${path}`]),
    hidden.page,
  ]);
}

it('reach models with the claim alone', async () => {
  await until(async () => (await models('?visitor.staff=true')).includes('canary text'));
  const told = await models('?visitor.staff=true');
  for (const word of ['Canary space', 'canary-path', 'Canary operation', 'Canary later']) expect(told).toContain(word);
  const seen = await models();
  expect(seen).toContain('findme open');
  expect(seen).not.toMatch(canary);
  for (const id of [hidden.siteSpace, hidden.section, hidden.file]) expect(seen).not.toContain(id);
});

it('never reach a browser without the claim', async () => {
  const seen = await pages();
  expect(seen).toContain('findme open');
  expect(seen).not.toMatch(canary);
  for (const id of [hidden.siteSpace, hidden.section, hidden.file]) expect(seen).not.toContain(id);
});

it('are in no page of the app, which reads them as its user', async () => {
  const { admin, guest, otherAdmin } = world;
  const members = await Promise.all([admin, guest, otherAdmin].map(({ email }) => sessionCookie(world, email)));
  for (const cookie of [...members, 'bindery-session=none']) {
    const answers = await app(cookie);
    expect(answers).not.toMatch(canary);
    for (const id of [hidden.siteSpace, hidden.section, hidden.file]) expect(answers).not.toContain(id);
  }
});

it('never reach a reader without the claim, by any route', async () => {
  await until(async () => (await everything({ token })).includes('open'));
  for (const by of [{}, { token }, { token: world.otherAdmin.token }]) {
    const answers = await everything(by);
    expect(answers).toContain('Shown');
    expect(answers).not.toMatch(canary);
    for (const id of Object.values(hidden)) expect(answers).not.toContain(id);
  }
});

it('never reach a reader with the key of a share link', async () => {
  await sites.expect('updateSiteById', { params: { siteId }, body: { visibility: 'share-link' } });
  const { urls } = await sites.expect<ShareLink>('createSiteShareLink', { params: { siteId }, body: { name: 'x' } });
  const answers = await everything({}, { shareKey: urls.published.split('/').at(-2)! });
  expect(answers).toContain('Shown');
  expect(answers).not.toMatch(canary);
});

it('are gone with the audience: a token of before reads nothing more', async () => {
  await until(
    async () => (await world.api.call('getSpaceById', { token, params: { spaceId: hidden.space } })).status === 401,
  );
  expect(await everything({ token })).not.toMatch(/Shown|canary/i);
});
