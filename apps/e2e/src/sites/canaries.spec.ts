import type {
  PublishedSiteContent,
  ShareLink,
  SiteCustomizationSettings,
  SiteSection,
  SiteSpace,
} from '@bindery/contracts';
import { importFiles } from '../support/imports';
import { until } from '../identity/support';
import { createWorld, type World } from '../support/world';
import { SiteWorld } from './site-world';

/** Words that stand in what readers may not see: in titles, paths, conditions, links and text. */
const canary = /canary/i;

let world: World;
let sites: SiteWorld;
let siteId: string;
let hidden: { space: string; siteSpace: string; section: string };
let token: string;

const spaceWith = async (title: string, text: string): Promise<string> => {
  const run = await importFiles(world, { 'README.md': `# ${title}\n\nfindme ${text}\n` }, { title });
  return run.spaces[0]!.id;
};

beforeAll(async () => {
  world = await createWorld();
  sites = new SiteWorld(world);
  const shown = await spaceWith('Shown', 'open');
  const secret = await spaceWith('Canary space', 'canary text');
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
  hidden = { space: secret, siteSpace: variant.id, section: section.id };
  token = (await sites.lookup(url)).body.apiToken;
});
afterAll(() => world.close());

/** Everything that a reader can ask for, as text. */
async function everything(by: { token?: string }, query: Record<string, string> = {}): Promise<string> {
  const params = { organizationId: world.organization, siteId };
  const base = `http://bindery.test/sites/${siteId}/`;
  const search = (scope: object) => ['searchSiteContent', { params, query, body: { query: 'findme', scope } }] as const;
  const calls = [
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
    ...['canary-path/', 'canary-variant/', 'site/canary-variant/'].map(
      (path) => ['resolvePublishedContentByUrl', { body: { url: base + path } }] as const,
    ),
  ] as const;
  const answers = [];
  for (const [operation, request] of calls) {
    const { body } = await world.api.call<PublishedSiteContent>(operation, { ...by, ...request });
    // The path that was asked for comes back as that of a page which is not there.
    if (body && 'pathname' in body) answers.push(JSON.stringify({ siteSpace: body.siteSpace, space: body.space }));
    else answers.push(JSON.stringify(body));
  }
  return answers.join('\n');
}

it('stand where they are looked for: staff gets all of them', async () => {
  const staff = (
    await sites.lookup(`http://bindery.test/sites/${siteId}/`, { visitor: { unsignedClaims: { staff: true } } })
  ).body.apiToken;
  await until(async () => (await everything({ token: staff })).includes('canary text'));
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
  ])
    expect(answers).toContain(word);
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
