import {
  SiteCustomizationSettings,
  type AggregatedEvents,
  type CustomHostname,
  type PublishedContentSite,
  type Site,
  type SiteSpace,
  type SiteVisitorSegments,
} from '@bindery/contracts';
import { importFiles, refuses, SiteWorld } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

let world: TestOrganization;
let sites: SiteWorld;
beforeAll(async () => {
  world = await createTestOrganization();
  sites = new SiteWorld(world);
});
afterAll(() => world.close());

const admin = () => ({ token: world.admin.token });
const params = (siteId: string) => ({ organizationId: world.organization, siteId });

const tlsAsk = async (domain: string) => (await fetch(`${world.platform.baseUrl}/tls-ask?domain=${domain}`)).status;

/** Groups without which a renderer of published sites fails. */
const groups = [
  'styling',
  'header',
  'footer',
  'favicon',
  'themes',
  'feedback',
  'trademark',
  'privacyPolicy',
  'socialPreview',
  'socialAccounts',
  'externalLinks',
  'pagination',
  'ai',
  'pageActions',
  'git',
  'pdf',
  'insights',
  'internationalization',
  'advancedCustomization',
];

describe('the look of a site', () => {
  it('is complete from the start, for the site and each site-space, and after any change', async () => {
    const { id } = await sites.site(['a', 'b']);
    const look = () => sites.expect<SiteCustomizationSettings>('getSiteCustomizationById', { params: { siteId: id } });
    const first = await look();
    const { socialAccounts: _accounts, internationalization: _locale, ...older } = first;
    const { codeTheme: _theme, ...styling } = older.styling;
    const { items: _items, ...pageActions } = older.pageActions;
    await sites.expect('updateSiteCustomizationById', {
      params: { siteId: id },
      body: { ...older, styling, pageActions },
    });
    const published = await sites.expect<PublishedContentSite>('getPublishedContentSite', { params: { siteId: id } });
    const { site, siteSpaces } = published.customizations;
    expect(Object.keys(siteSpaces)).toEqual((await sites.siteSpaces(id)).map((siteSpace) => siteSpace.id));
    for (const settings of [first, await look(), site, ...Object.values(siteSpaces)]) {
      expect(Object.keys(settings)).toEqual(expect.arrayContaining(groups));
      expect(settings.styling).toMatchObject({
        primaryColor: { light: expect.any(String) },
        font: 'Inter',
        codeTheme: expect.any(Object),
      });
      expect(settings.pageActions.items).toEqual(expect.any(Array));
    }
  });

  it('is overridden in part for a site-space, until the override is dropped', async () => {
    const { id } = await sites.site(['a']);
    const [{ id: siteSpaceId }] = (await sites.siteSpaces(id)) as [SiteSpace];
    const at = { params: { siteId: id, siteSpaceId } };
    const override = (body: object) =>
      sites.call<SiteCustomizationSettings>('overrideSiteSpaceCustomizationById', { ...at, body });
    const before = await sites.expect<SiteCustomizationSettings>('getSiteSpaceCustomizationById', at);
    const corners = (await override({ title: 'Mine', styling: { corners: 'straight' }, unknown: { a: 1 } })).body;
    expect(corners).toEqual({ ...before, title: 'Mine', styling: { ...before.styling, corners: 'straight' } });
    const depth = (await override({ styling: { depth: 'flat' } })).body;
    expect(depth.styling).toEqual({ ...before.styling, corners: 'straight', depth: 'flat' });
    expect((await override({ title: null, styling: { corners: null } })).body.styling).toEqual({
      ...before.styling,
      depth: 'flat',
    });
    for (const [body, field] of [
      [{ styling: { corners: 'wild' } }, 'body.styling.corners'],
      [{ styling: { primaryColor: { light: 'red' } } }, 'body.styling.primaryColor.light'],
      [{ header: { links: [{ title: 'x', to: null, links: [], condition: 'a(' }] } }, 'body.condition'],
      [
        { favicon: { emoji: '📘', icon: { light: 'https://example.com/a', dark: 'https://example.com/b' } } },
        'body.favicon',
      ],
    ] as const)
      await refuses(
        world,
        'overrideSiteSpaceCustomizationById',
        { ...admin(), params: { ...params(id), siteSpaceId }, body },
        400,
        field,
      );
    await sites.expect('deleteSiteSpaceCustomizationById', at);
    expect(await sites.expect('getSiteSpaceCustomizationById', at)).toEqual(before);
  });

  it('gives the site its icon', async () => {
    const { id } = await sites.site();
    const look = await sites.expect<SiteCustomizationSettings>('getSiteCustomizationById', { params: { siteId: id } });
    const icon = { light: 'https://example.com/light.png', dark: 'https://example.com/dark.png' };
    await sites.expect('updateSiteCustomizationById', { params: { siteId: id }, body: { ...look, favicon: { icon } } });
    expect((await sites.expect<Site>('getSiteById', { params: { siteId: id } })).icon).toEqual({ icon });
  });
});

describe('redirects', () => {
  it('lead to sections, site-spaces, pages and other places, one for a source', async () => {
    const run = await importFiles(world, {
      'README.md': '# Home\n',
      'deep/page.md': '# Deep\n',
      'SUMMARY.md': '* [Home](README.md)\n* [Deep](deep/page.md)\n',
    });
    const { id } = await sites.expect<Site>('createSite', {
      body: { spaces: [await sites.space('First'), run.spaces[0]!.id] },
    });
    const url = await sites.publish(id);
    const [, siteSpace] = await sites.siteSpaces(id);
    const { items } = await world.api
      .expect<{ items?: object[]; pages: { id: string; path: string }[] }>('listPages', {
        ...admin(),
        params: { spaceId: run.spaces[0]!.id },
      })
      .then((answer) => ({ items: answer.pages }));
    const page = items.at(-1) as { id: string; path: string };
    const create = (source: string, destination: object) =>
      sites.call<{ id: string }>('createSiteRedirect', { params: { siteId: id }, body: { source, destination } });
    const target = async (source: string) =>
      (await world.api.call<{ target: string }>('getSiteRedirectBySource', { params: params(id), query: { source } }))
        .body.target;
    await create('/space', { kind: 'site-space', siteSpaceId: siteSpace!.id });
    const toPage = (await create('/page', { kind: 'site-page', siteSpaceId: siteSpace!.id, pageId: page.id })).body;
    await create('/out', { kind: 'url', url: 'https://example.com/' });
    expect(await target('/space')).toBe(`${url}${siteSpace!.path}/`);
    expect(await target('/page')).toBe(`${url}${siteSpace!.path}/${page.path}`);
    expect(await target('/out')).toBe('https://example.com/');
    expect(await target('/none')).toBeUndefined();
    expect((await create('/out', { kind: 'url', url: 'https://example.com/' })).status).toBe(409);
    expect((await create('/x', { kind: 'site-section', siteSectionId: 'unknown' })).status).toBe(404);
    for (const source of ['x', '/', '/a b', '/a//b', '/%zz', `/${'x'.repeat(512)}`])
      expect((await create(source, { kind: 'url', url: 'https://example.com/' })).status).toBe(400);
    const destination = { kind: 'url', url: 'https://example.com/new' };
    await sites.expect('changeSiteRedirects', {
      params: { siteId: id },
      body: {
        set: [
          { source: '/out', destination },
          { source: '/more', destination },
        ],
        remove: [toPage.id, 'unknown'],
      },
    });
    const list = await sites.expect<{ items: { source: string }[]; count: number }>('listSiteRedirects', {
      params: { siteId: id },
      query: { limit: 2 },
    });
    expect([list.items.map(({ source }) => source), list.count]).toEqual([['/more', '/out'], 3]);
    expect(await target('/out')).toBe('https://example.com/new');
    const found = await sites.expect<{ items: { source: string }[] }>('listSiteRedirects', {
      params: { siteId: id },
      query: { search: 'pac' },
    });
    expect(found.items.map(({ source }) => source)).toEqual(['/space']);
    await create('/%c3%bcber', destination);
    for (const search of ['%c3%bc', '%C3%BCb', 'ber']) {
      const { items: sought } = await sites.expect<{ items: { source: string }[] }>('listSiteRedirects', {
        params: { siteId: id },
        query: { search },
      });
      expect(sought.map(({ source }) => source)).toEqual(['/%C3%BCber']);
    }
  });
});

describe('a custom host name', () => {
  it('is claimed, and serves nothing before DNS leads here', async () => {
    const { id } = await sites.site(['a']);
    const url = await sites.publish(id);
    const hostname = 'docs.claimed.invalid';
    expect((await sites.update(id, { hostname })).body).toMatchObject({ hostname, urls: { published: url } });
    const get = () => sites.expect<CustomHostname>('getCustomHostname', { params: { hostname } });
    expect(await get()).toMatchObject({ target: { type: 'site', site: id }, isActive: false });
    expect((await sites.lookup(`https://${hostname}/`)).status).toBe(404);
    const checked = await sites.expect<CustomHostname>('dnsRevalidateCustomHostname', { params: { hostname } });
    expect(checked.isActive).toBe(false);
    expect(['dns_no_cname', 'internal_error']).toContain(checked.status);
    // As if DNS had said so.
    await world.records.query(`update sites.site set hostname_active = true where id = $1`, [id]);
    expect((await sites.lookup(`https://${hostname}/page`)).body).toMatchObject({
      site: id,
      basePath: '/',
      pathname: '/page',
      canonicalUrl: `https://${hostname}/page`,
    });
    expect(await tlsAsk(hostname)).toBe(200);
    // The host of PUBLIC_URL.
    expect(await tlsAsk('bindery.test')).toBe(200);
    for (const domain of ['other.claimed.invalid', '', 'x'.repeat(600)]) expect(await tlsAsk(domain)).toBe(404);
    const other = await sites.site();
    expect((await sites.update(other.id, { hostname })).status).toBe(200);
    await sites.expect('removeCustomHostname', { params: { hostname } });
    expect((await sites.lookup(`https://${hostname}/`)).status).toBe(404);
    for (const wrong of ['example', 'a.b', '-a.b.cd', 'a_b.example.com', 'UPPER.example.com'])
      expect((await sites.update(id, { hostname: wrong })).status).toBe(400);
  });

  it('is found below the path of a proxy', async () => {
    const { id } = await sites.site(['a', 'b']);
    const { body } = await sites.update(id, { proxy: 'www.example.com/help/docs' });
    expect(body.proxy).toEqual({ origin: 'www.example.com/help/docs', target: `http://bindery.test/sites/${id}/` });
    expect(await sites.publish(id)).toBe('https://www.example.com/help/docs/');
    expect((await sites.lookup('https://www.example.com/help/docs/b/page')).body).toMatchObject({
      site: id,
      siteBasePath: '/help/docs/',
      basePath: '/help/docs/b/',
      pathname: '/page',
    });
    expect((await sites.lookup('https://www.example.com/help')).status).toBe(404);
    expect((await sites.lookup(`http://bindery.test/sites/${id}/b/`)).body.canonicalUrl).toBe(
      'https://www.example.com/help/docs/b/',
    );
  });
});

describe('insights', () => {
  it('count what readers did, by what is asked, of a published site alone', async () => {
    const { id } = await sites.site(['a']);
    const event = (type: string, visitorId: string, more: object = {}) => ({
      type,
      session: {
        visitorId,
        sessionId: `${visitorId}-1`,
        language: 'en',
        referrer: 'https://search.example.com/?q=1',
        ip: '192.0.2.1',
      },
      location: { url: 'https://docs.example.com/', siteSection: null, siteSpace: null, space: 's', page: 'p' },
      ...more,
    });
    const events = [
      event('page_view', 'v1'),
      event('page_view', 'v1'),
      event('page_view', 'v2'),
      event('search_type_query', 'v1', { query: 'install' }),
      event('page_post_feedback', 'v2', { feedback: { rating: 'good' } }),
    ];
    const track = () => world.api.call('trackEventsInSiteById', { params: params(id), body: { events } });
    // Without a token; strangers do not see that it exists.
    expect((await track()).status).toBe(401);
    await sites.publish(id);
    expect((await track()).status).toBe(204);
    const count = async (query: object) =>
      (
        await sites.expect<{ columns: { values: unknown[] }[] }>('aggregateSiteEvents', {
          params: { siteId: id },
          body: { range: 'last24Hours', ...query },
        })
      ).columns.map(({ values }) => values);
    const column = (name: string) => ({ column: name });
    const types = [column('eventType'), column('eventsCount'), column('visitorsCount')];
    expect(await count({ select: types, order: { by: column('eventsCount'), direction: 'desc' } })).toEqual([
      ['page_view', expect.any(String), expect.any(String)],
      [3, 1, 1],
      [2, 1, 1],
    ]);
    expect(await count({ where: [{ column: 'eventSearchQuery', values: ['install'] }] })).toEqual([[1]]);
    expect(await count({ where: [{ column: 'eventType', values: ['page_view'], operator: 'notIn' }] })).toEqual([[2]]);
    expect(
      await count({ select: types, where: [{ column: 'eventsCount', values: [1], operator: 'greaterThan' }] }),
    ).toEqual([['page_view'], [3], [2]]);
    expect(await count({ groupBy: [column('referrerDomain')] })).toEqual([['search.example.com'], [5]]);
    expect(await count({ groupBy: [column('page')] })).toEqual([[{ page: 'p', space: 's' }], [5]]);
    expect(await count({ groupBy: [{ column: 'datetime', interval: 'month' }] })).toEqual([
      [expect.stringMatching(/^\d{4}-\d\d-01/)],
      [5],
    ]);
    expect(await count({ range: { from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z' } })).toEqual([[0]]);
    await refuses(
      world,
      'aggregateSiteEvents',
      { ...admin(), params: params(id), body: { range: 'always' } },
      400,
      'body.range',
    );
    await refuses(
      world,
      'aggregateSiteEvents',
      { ...admin(), params: params(id), body: { range: 'lastYear', select: [column("'; drop table x")] } },
      400,
    );
    for (const name of ['datetime', 'eventsCount', 'page', 'askResponseRating', 'eventAskResponseRating']) {
      const where = [{ column: name, values: ['many'], operator: 'greaterThan' }];
      const request = { ...admin(), params: params(id), body: { range: 'lastYear', where } };
      await refuses(world, 'aggregateSiteEvents', request, 400, 'body.where');
    }
    const kept = await world.records.query<{ text: string }>(
      `select e::text as text from sites.insights_event e where site_id = $1`,
      [id],
    );
    expect(kept.map(({ text }) => text).join()).not.toContain('192.0.2.1');
  });

  it('count how readers rate answers, apart from how they rate pages', async () => {
    const { id: siteId } = await sites.site(['a']);
    await sites.publish(siteId);
    const about = {
      session: { visitorId: 'v', sessionId: 's' },
      location: { url: 'https://docs.example.com/' },
    };
    const rated = (rating: number) => ({ ...about, type: 'ask_rate_response', query: 'why', responseId: 'r', rating });
    const feedback = { ...about, type: 'page_post_feedback', feedback: { rating: 'good' } };
    const track = (...events: object[]) =>
      world.api.call('trackEventsInSiteById', { params: params(siteId), body: { events } });
    expect((await track(rated(1), rated(1), rated(-1), feedback)).status).toBe(204);
    expect((await track(rated(2))).status).toBe(400);
    const count = async (query: object) => {
      const body = { range: 'last24Hours', ...query };
      const { columns } = await sites.expect<AggregatedEvents>('aggregateSiteEvents', { params: { siteId }, body });
      return columns.map(({ values }) => values);
    };
    const column = (name: string) => ({ column: name });
    expect(await count({ select: [column('askResponseRating')] })).toEqual([[{ positive: 2, negative: 1 }]]);
    expect(await count({ groupBy: [column('eventAskResponseRating')] })).toEqual([
      [-1, 1, null],
      [1, 2, 1],
    ]);
    const good = { column: 'eventAskResponseRating', values: [1] };
    expect(await count({ where: [good], groupBy: [column('eventSearchQuery')] })).toEqual([['why'], [2]]);
    expect(await count({ groupBy: [column('pageFeedbackRating')] })).toEqual([
      ['good', null],
      [1, 3],
    ]);
  });

  it('tell groups of visitors by their claims, and no visitor', async () => {
    const { id: siteId } = await sites.site(['a']);
    await sites.expect('updateSiteById', { params: { siteId }, body: { adaptiveContent: { enabled: true } } });
    const unsigned = {
      type: 'object',
      properties: { plan: { type: 'string', enum: ['free', 'pro'] }, mail: { type: 'string' } },
    };
    const jsonSchema = { type: 'object', properties: { unsigned } };
    await sites.expect('updateSiteAdaptiveSchema', { params: { siteId }, body: { jsonSchema } });
    const url = await sites.publish(siteId);
    const visit = async (visitorId: string, unsignedClaims: object, count: number) => {
      const { body } = await sites.lookup(url, { visitor: { unsignedClaims } });
      const session = { visitorId, sessionId: `${visitorId}-1` };
      const event = { type: 'page_view', session, location: { url: 'https://docs.example.com/' } };
      const request = { token: body.apiToken, params: params(siteId), body: { events: Array(count).fill(event) } };
      expect((await world.api.call('trackEventsInSiteById', request)).status).toBe(204);
    };
    await visit('v1', { plan: 'pro', mail: 'ada@example.com' }, 2);
    await visit('v2', { plan: 'pro', mail: 'alan@example.com' }, 2);
    await visit('v3', { plan: 'free' }, 3);
    await visit('v4', {}, 1);
    const { items } = await sites.expect<SiteVisitorSegments>('listSiteVisitorSegments', { params: { siteId } });
    expect(items).toEqual([
      { title: 'unsigned.plan is pro', claims: { unsigned: { plan: 'pro' } }, events: 4, visitors: 2, sessions: 2 },
      { title: 'unsigned.plan is free', claims: { unsigned: { plan: 'free' } }, events: 3, visitors: 1, sessions: 1 },
      { title: 'No claims', claims: {}, events: 1, visitors: 1, sessions: 1 },
    ]);
    const kept = await world.records.query<{ text: string }>(
      `select e::text as text from sites.insights_event e where site_id = $1`,
      [siteId],
    );
    expect(kept.map(({ text }) => text).join()).not.toContain('ada@example.com');
  });
});
