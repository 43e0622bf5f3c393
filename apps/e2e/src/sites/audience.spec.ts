import type { ShareLink, SitePublishingAuth, Space } from '@bindery/contracts';
import { SignJWT } from 'jose';
import { importFiles, refuses, SiteWorld, until } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

let world: TestOrganization;
let sites: SiteWorld;
beforeAll(async () => {
  world = await createTestOrganization();
  sites = new SiteWorld(world);
});
afterAll(() => world.close());

const params = (siteId: string) => ({ organizationId: world.organization, siteId });
/** The outcome of a read of the site without a token, or with one. */
const read = async (siteId: string, { token, shareKey }: { token?: string; shareKey?: string } = {}) => {
  const query = shareKey ? { shareKey } : {};
  const answers = [];
  for (const operation of ['getPublishedContentSite', 'getSiteStructure', 'listSiteSections', 'listSiteSpaces'])
    answers.push((await world.api.call(operation, { token, params: params(siteId), query })).status);
  expect(new Set(answers).size).toBe(1);
  return answers[0];
};

const schema = {
  type: 'object',
  properties: {
    beta: { type: 'boolean' },
    plan: { type: 'string', enum: ['free', 'pro'] },
    unsigned: { type: 'object', properties: { dark: { type: 'boolean' } } },
  },
};

async function visitorSite(body: object = {}) {
  const site = await sites.site(['Guide', 'Beta'], { visibility: 'visitor-auth', ...body });
  const inSite = { params: { siteId: site.id } };
  await sites.expect('updateSiteById', { ...inSite, body: { adaptiveContent: { enabled: true } } });
  await sites.expect('updateSiteAdaptiveSchema', { ...inSite, body: { jsonSchema: schema } });
  const [, beta] = await sites.siteSpaces(site.id);
  await sites.expect('updateSiteSpaceById', {
    params: { siteId: site.id, siteSpaceId: beta!.id },
    body: { condition: 'visitor.claims.beta || visitor.claims.unsigned.dark' },
  });
  const url = await sites.publish(site.id);
  const auth = await sites.expect<SitePublishingAuth>('getSitePublishingAuthById', inSite);
  return { id: site.id, url, key: auth.privateKey };
}

/** A published site for readers with the key, with a default site-space and `more/`. */
async function sharedSite() {
  const { id } = await sites.site(['Guide', 'More'], { visibility: 'share-link' });
  const url = await sites.publish(id);
  const link = await sites.expect<ShareLink>('createSiteShareLink', { params: { siteId: id }, body: { name: 'x' } });
  const [first] = await sites.siteSpaces(id);
  return { id, url, link, key: link.urls.published.slice(url.length, -1), space: first!.space.id };
}

/** Every published address in an answer, in its order. */
const publishedIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, held]) =>
        name === 'published' && typeof held === 'string' ? [held] : publishedIn(held),
      );

const sign = (key: string, claims: object) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(key));

describe('an unpublished site', () => {
  it('is there for members alone, with any visibility', async () => {
    for (const visibility of ['public', 'unlisted', 'share-link', 'visitor-auth']) {
      const { id } = await sites.site(['a'], { visibility });
      expect(await read(id)).toBe(401);
      expect(await read(id, { token: world.otherAdmin.token })).toBe(404);
      expect(await read(id, { token: world.guest.token })).toBe(404);
      expect(await read(id, { token: world.reader.token })).toBe(200);
    }
  });
});

describe('a published site', () => {
  it('is read by any caller when it is public or unlisted, until it is unpublished', async () => {
    for (const visibility of ['public', 'unlisted']) {
      const { id } = await sites.site(['a'], { visibility });
      const url = await sites.publish(id);
      expect(await read(id)).toBe(200);
      expect(await read(id, { token: world.otherAdmin.token })).toBe(200);
      expect((await sites.lookup(url)).status).toBe(200);
      await sites.expect('unpublishSite', { params: { siteId: id } });
      expect(await read(id)).toBe(401);
      expect((await sites.lookup(url)).status).toBe(404);
    }
  });

  it('is read with the key of an active share link alone when it is of that visibility', async () => {
    const { id } = await sites.site(['Guide', 'More'], { visibility: 'share-link' });
    const url = await sites.publish(id);
    const link = await sites.expect<ShareLink>('createSiteShareLink', {
      params: { siteId: id },
      body: { name: 'Friends' },
    });
    const key = link.urls.published.slice(url.length, -1);
    expect(key).toMatch(/^[0-9A-Za-z]{24}$/);
    expect(await read(id)).toBe(401);
    expect(await read(id, { shareKey: `${key.slice(1)}x` })).toBe(401);
    expect(await read(id, { shareKey: key })).toBe(200);
    expect((await sites.lookup(url)).status).toBe(404);
    const { body } = await sites.lookup(`${link.urls.published}more/page/deeper`);
    const base = new URL(url).pathname;
    expect(body).toMatchObject({
      shareKey: key,
      siteBasePath: `${base}${key}/`,
      basePath: `${base}${key}/more/`,
      pathname: '/page/deeper',
      canonicalUrl: `${url}more/page/deeper`,
      complete: true,
    });
    expect((await sites.lookup(`${url}more/?shareKey=${key}`)).body).toMatchObject({ basePath: `${base}more/` });
    const other = await sites.site(['a'], { visibility: 'share-link' });
    await sites.publish(other.id);
    expect(await read(other.id, { shareKey: key })).toBe(401);
    expect(await read(id, { token: body.apiToken })).toBe(200);
    const shareLink = { params: { siteId: id, shareLinkId: link.id } };
    await sites.expect('updateSiteShareLinkById', { ...shareLink, body: { active: false } });
    expect(await read(id, { shareKey: key })).toBe(401);
    // The gateway knows a token for less than a second; then it asks again.
    await until(
      async () =>
        (await world.api.call('getSiteStructure', { token: body.apiToken, params: params(id) })).status === 401,
    );
    await sites.expect('updateSiteShareLinkById', { ...shareLink, body: { active: true } });
    expect(await read(id, { shareKey: key })).toBe(200);
    await sites.expect('deleteSiteShareLinkById', shareLink);
    expect(await read(id, { shareKey: key })).toBe(401);
  });

  it('has the addresses of its site, structure and spaces with its key, and with any other as without one', async () => {
    const { id, url, key, link, space } = await sharedSite();
    const addressesWith = async (shareKey?: string) => {
      const query = shareKey ? { shareKey } : {};
      const answers = [];
      for (const operation of ['getPublishedContentSite', 'getSiteStructure', 'listSiteSections', 'listSiteSpaces'])
        answers.push(await sites.expect<object>(operation, { params: { siteId: id }, query }));
      const read = { token: world.admin.token, params: { spaceId: space }, query };
      answers.push(await world.api.expect<Space>('getSpaceById', read));
      return publishedIn(answers);
    };
    const without = await addressesWith();
    expect([...new Set(without)].sort()).toEqual([url, `${url}more/`]);
    const withKey = await addressesWith(key);
    expect(withKey).toEqual(without.map((address) => address.replace(url, link.urls.published)));
    for (const address of new Set(withKey)) expect((await sites.lookup(address)).status).toBe(200);
    expect(await addressesWith(`${key.slice(1)}x`)).toEqual(without);
    await sites.expect('updateSiteShareLinkById', {
      params: { siteId: id, shareLinkId: link.id },
      body: { active: false },
    });
    expect(await addressesWith(key)).toEqual(without);
    await sites.expect('updateSiteShareLinkById', {
      params: { siteId: id, shareLinkId: link.id },
      body: { active: true },
    });
    await sites.update(id, { visibility: 'unlisted' });
    expect(await addressesWith(key)).toEqual(without);
  });

  it('shows the address of a space with that key to users who may read it, and to no others', async () => {
    const { key, link, space } = await sharedSite();
    const read = (token?: string) =>
      world.api.call<Space>('getSpaceById', { token, params: { spaceId: space }, query: { shareKey: key } });
    const { body } = await sites.lookup(link.urls.published);
    expect((await read(body.apiToken)).body.urls.published).toBe(link.urls.published);
    expect((await read()).status).toBe(401);
    expect((await read(world.otherAdmin.token)).status).toBe(404);
    await sites.expect('updateSpaceById', { params: { spaceId: space }, body: { visibility: 'public' } });
    expect((await read()).body.urls.published).toBe(link.urls.published);
    const { body: withoutKey } = await world.api.call<Space>('getSpaceById', { params: { spaceId: space } });
    expect(withoutKey.urls).not.toHaveProperty('published');
  });

  it('returns the public address of a space, besides that for the caller', async () => {
    const { id, url, space } = await sharedSite();
    const other = await sites.site([], { spaces: [space, await sites.space('Extra')] });
    const open = await sites.publish(other.id);
    const shown = (token?: string) => world.api.expect<Space>('getSpaceById', { token, params: { spaceId: space } });
    const urlsOf = async (token?: string) => (await shown(token)).urls;
    const setOwn = (visibility: string) =>
      sites.expect('updateSpaceById', { params: { spaceId: space }, body: { visibility } });
    // By its own setting only members read it.
    expect(await shown(world.reader.token)).toMatchObject({
      visibility: 'public',
      urls: { published: url, public: open },
    });
    await setOwn('public');
    expect(await urlsOf(world.reader.token)).toMatchObject({ published: url, public: open });
    expect(await urlsOf()).toMatchObject({ published: open, public: open });
    for (const visibility of ['unlisted', 'share-link', 'visitor-auth']) {
      await sites.update(other.id, { visibility });
      for (const own of ['public', 'unlisted', 'private']) {
        await setOwn(own);
        const { visibility: effective, urls } = await shown(world.reader.token);
        expect([own, effective]).toEqual([own, own === 'private' ? 'share-link' : own]);
        expect(urls).not.toHaveProperty('public');
      }
    }
    await setOwn('public');
    await sites.update(other.id, { visibility: 'public' });
    await sites.update(id, { visibility: 'public' });
    expect(await urlsOf(world.reader.token)).toMatchObject({ published: url, public: url });
    const [first] = await sites.siteSpaces(id);
    await sites.expect('updateSiteSpaceById', {
      params: { siteId: id, siteSpaceId: first!.id },
      body: { condition: 'visitor.claims.beta' },
    });
    expect(await urlsOf(world.reader.token)).toMatchObject({ published: url, public: open });
    expect(await urlsOf()).toMatchObject({ published: open, public: open });
  });

  it('keeps share keys and signing keys encrypted', async () => {
    const { id } = await sites.site(['a'], { visibility: 'share-link' });
    const link = await sites.expect<ShareLink>('createSiteShareLink', { params: { siteId: id }, body: { name: 'x' } });
    const key = link.urls.published.split('/').at(-2)!;
    const { privateKey } = await sites.expect<SitePublishingAuth>('getSitePublishingAuthById', {
      params: { siteId: id },
    });
    const stored = await world.records.query<{ text: string }>(
      `select l::text || l.sealed_key || encode(l.key_hash, 'escape') || a::text || a.sealed_key as text
       from sites.share_link l join sites.publishing_auth a using (site_id) where l.site_id = $1`,
      [id],
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]!.text).not.toContain(key);
    expect(stored[0]!.text).not.toContain(privateKey);
    const again = await sites.expect<{ items: ShareLink[] }>('listSiteShareLinks', { params: { siteId: id } });
    expect(again.items[0]!.urls).toEqual(link.urls);
  });
});

describe('a site for visitors with a token', () => {
  it('shows what their claims let them see, those without a signature only where the schema says so', async () => {
    const { url, key } = await visitorSite();
    const siteSpacesOf = async (visitor: object) => {
      const { status, body } = await sites.lookup(url, { visitor });
      expect(status).toBe(200);
      const { structure } = await world.api.expect<{ structure: { path: string }[] }>('getSiteStructure', {
        token: body.apiToken,
        params: params(body.site),
      });
      return structure.map(({ path }) => path);
    };
    const jwtToken = await sign(key, {});
    expect(await siteSpacesOf({ jwtToken })).toEqual(['guide']);
    expect(await siteSpacesOf({ jwtToken: await sign(key, { beta: true }) })).toEqual(['guide', 'beta']);
    expect(await siteSpacesOf({ jwtToken: await sign(key, { beta: 'true' }) })).toEqual(['guide']);
    expect(await siteSpacesOf({ jwtToken: await sign(key, { unsigned: { dark: true } }) })).toEqual(['guide']);
    expect(await siteSpacesOf({ jwtToken, unsignedClaims: { dark: true } })).toEqual(['guide', 'beta']);
    expect(await siteSpacesOf({ jwtToken, unsignedClaims: { beta: true } })).toEqual(['guide']);
  });

  it('sends visitors without one to get one, and forgets what an old key signed', async () => {
    const { id, url, key } = await visitorSite();
    expect((await sites.lookup(url)).status).toBe(403);
    const fallbackURL = 'https://example.com/sign-in?from=docs';
    await sites.expect('updateSitePublishingAuthById', {
      params: { siteId: id },
      body: { backend: 'custom', fallbackURL },
    });
    const { body: sent } = await sites.lookup(`${url}page`);
    expect(sent).toEqual({
      target: 'external',
      redirect: `${fallbackURL}&location=page`,
    });
    const secret = 'jwt_token=bad&preview=old&shareKey=key';
    const { redirect } = (await sites.lookup(`${url}page?a=b&${secret}&c=d%26`, { redirectOnError: true })).body;
    expect(new URL(redirect!).searchParams.get('location')).toBe('page?a=b&c=d%26');
    const bad = { visitor: { jwtToken: await sign('another key', {}) } };
    expect((await sites.lookup(url, bad)).status).toBe(403);
    expect((await sites.lookup(url, { ...bad, redirectOnError: true })).body.redirect).toContain(fallbackURL);
    const jwtToken = await sign(key, {});
    const { apiToken } = (await sites.lookup(url, { visitor: { jwtToken } })).body;
    expect(await read(id, { token: apiToken })).toBe(200);
    const fresh = await sites.expect<SitePublishingAuth>('regenerateSitePublishingAuthById', {
      params: { siteId: id },
    });
    expect(fresh.privateKey).not.toBe(key);
    expect((await sites.lookup(url, { visitor: { jwtToken } })).status).toBe(403);
    await until(
      async () => (await world.api.call('getSiteStructure', { token: apiToken, params: params(id) })).status === 401,
    );
    expect((await sites.lookup(url, { visitor: { jwtToken: await sign(fresh.privateKey, {}) } })).status).toBe(200);
  });

  it('is previewed as a visitor with given claims, published or not', async () => {
    const { id } = await visitorSite();
    await sites.expect('unpublishSite', { params: { siteId: id } });
    const preview = async (claims: string) => {
      const { url } = await sites.expect<{ url: string }>('getSitePublishingPreviewById', {
        params: { siteId: id },
        query: { claims },
      });
      const { body } = await sites.lookup(url);
      const structure = await world.api.expect<{ structure: object[] }>('getSiteStructure', {
        token: body.apiToken,
        params: params(id),
      });
      return structure.structure.length;
    };
    expect(await preview('(beta:!t,plan:pro)')).toBe(2);
    expect(await preview('{"beta":false}')).toBe(1);
    for (const claims of ['(beta', '!(a)', 'x'])
      await refuses(
        world,
        'getSitePublishingPreviewById',
        { token: world.admin.token, params: params(id), query: { claims } },
        400,
        'query.claims',
      );
  });
});

describe('a content token', () => {
  it('is short, looks like a JWT, lasts ten minutes or more, and is one for all readers alike', async () => {
    const { id } = await sites.site(['a']);
    const url = await sites.publish(id);
    const [{ body: one }, { body: two }] = [await sites.lookup(url), await sites.lookup(url)];
    expect(one.apiToken).toBe(two.apiToken);
    expect(one.apiToken.length).toBeLessThanOrEqual(60);
    const [tokenId, payload, mac] = one.apiToken.split('.') as [string, string, string];
    expect([tokenId.length, mac.length]).toEqual([22, 8]);
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp: number };
    expect(exp - Date.now() / 1000).toBeGreaterThan(600);
    const tampered = [`${tokenId.slice(1)}x.${payload}.${mac}`, `${tokenId}.${payload}.AAAAAAAA`];
    const later = Buffer.from(JSON.stringify({ exp: exp + 3600 })).toString('base64url');
    for (const token of [...tampered, `${tokenId}.${later}.${mac}`])
      expect((await world.api.call('getSiteStructure', { token, params: params(id) })).status).toBe(401);
  });

  it('reads the spaces of its site, at revisions that were current since it was issued, and nothing else', async () => {
    const spaceOf = async (text: string, spaceId?: string) => {
      const run = await importFiles(
        world,
        { 'README.md': `# Home\n\n${text}\n` },
        spaceId ? { space: spaceId } : { title: text },
      );
      return run.spaces[0]!.id;
    };
    const shown = await spaceOf('first');
    const before = await world.api.expect<{ id: string }>('getCurrentRevision', {
      token: world.admin.token,
      params: { spaceId: shown },
    });
    await spaceOf('second', shown);
    const secret = await spaceOf('secret');
    const site = await sites.expect<{ id: string }>('createSite', { body: { spaces: [shown] } });
    const { body } = await sites.lookup(await sites.publish(site.id));
    const token = body.apiToken;
    const get = (operation: string, spaceId: string, more: object = {}) =>
      world.api.call<{ id: string }>(operation, { token, params: { spaceId, ...more } });
    expect((await world.api.call('getSpaceById', { params: { spaceId: shown } })).status).toBe(401);
    expect((await get('getSpaceById', shown)).status).toBe(200);
    expect((await get('getSpaceById', secret)).status).toBe(404);
    expect((await get('getCurrentRevision', secret)).status).toBe(404);
    const current = (await get('getCurrentRevision', shown)).body.id;
    const revision = (revisionId: string) => get('getRevisionById', shown, { revisionId });
    expect((await revision(current)).status).toBe(200);
    expect((await revision(before.id)).status).toBe(404);
    await spaceOf('third', shown);
    const next = (await get('getCurrentRevision', shown)).body.id;
    expect(next).not.toBe(current);
    expect((await revision(next)).status).toBe(200);
    // It was current when the token was issued, so a page that is being read can be read to its end.
    expect((await revision(current)).status).toBe(200);
    for (const [operation, request] of [
      ['getAuthenticatedUser', {}],
      ['createOrganization', { body: { title: 'Mine' } }],
      ['createUserToken', { body: { label: 'Mine' } }],
      ['listSites', { params: { organizationId: world.organization } }],
      ['updateSiteById', { params: params(site.id), body: { title: 'Mine' } }],
    ] as const)
      expect([operation, (await world.api.call(operation, { token, ...request })).status]).toEqual([operation, 403]);
  });
});
