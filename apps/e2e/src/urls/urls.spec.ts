import type { ChangeRequest, ContentByUrl, DocumentPage, Revision, ShareLink } from '@bindery/contracts';
import { DraftCaller, flat, importFiles } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

let world: TestOrganization;
let revision: Revision;
let space: string;
let app: string;
beforeAll(async () => {
  world = await createTestOrganization();
  const run = await importFiles(world, {
    'SUMMARY.md': '* [Home](README.md)\n* [Über](a/README.md)\n  * [Deep](a/deep.md)\n',
    'README.md': '# Home\n',
    'a/README.md': '# Über\n',
    'a/deep.md': '# Deep\n',
  });
  space = run.spaces[0]!.id;
  const token = world.admin.token;
  revision = await world.api.expect<Revision>('getCurrentRevision', { token, params: { spaceId: space } });
  app = (await world.api.expect<{ urls: { app: string } }>('getSpaceById', { token, params: { spaceId: space } })).urls
    .app;
});
afterAll(() => world.close());

const resolve = (url: string, token = world.admin.token) =>
  world.api.call<ContentByUrl>('getContentByUrl', { token, query: { url } });

it('answers the space and page of every address that it gives out', async () => {
  expect((await resolve(app)).body).toEqual({ space: expect.objectContaining({ id: space }) });
  const pages = flat(revision.pages) as DocumentPage[];
  expect(pages).toHaveLength(3);
  for (const { id, urls, path } of pages) {
    const { body } = await resolve(urls.app);
    if (path) expect(body).toMatchObject({ space: { id: space }, page: { id, path } });
    else expect(body).toMatchObject({ space: { id: space } });
  }
  const { body } = await resolve(revision.urls.app);
  expect(body.space!.id).toBe(space);
});

it('returns the content of a published site at an address, to callers who may see the space', async () => {
  const { token } = world.admin;
  const params = { organizationId: world.organization };
  const site = await world.api.expect<{ id: string }>('createSite', {
    token,
    params,
    body: { title: 'Handbook', spaces: [space], visibility: 'visitor-auth' },
  });
  const ofSite = { token, params: { ...params, siteId: site.id } };
  const { urls } = await world.api.expect<{ urls: { published: string } }>('publishSite', ofSite);
  const deep = flat(revision.pages).find(({ title }) => title === 'Über') as DocumentPage;
  const { body } = await resolve(`${urls.published}${deep.path}`);
  expect(body).toMatchObject({ space: { id: space }, page: { id: deep.id, pages: [{ title: 'Deep' }] } });
  expect((await resolve(urls.published)).body).toMatchObject({ space: { id: space } });
  expect((await resolve(urls.published, world.otherAdmin.token)).status).toBe(404);
  await world.api.expect('unpublishSite', ofSite);
  expect((await resolve(urls.published)).status).toBe(404);
});

it('knows the addresses that a share link gives out', async () => {
  const { token } = world.admin;
  const params = { organizationId: world.organization };
  const site = await world.api.expect<{ id: string }>('createSite', {
    token,
    params,
    body: { title: 'Shared', spaces: [space], visibility: 'share-link' },
  });
  const ofSite = { token, params: { ...params, siteId: site.id } };
  await world.api.expect('publishSite', ofSite);
  const link = await world.api.expect<ShareLink>('createSiteShareLink', { ...ofSite, body: { name: 'Friends' } });
  const published = link.urls.published;
  const deep = flat(revision.pages).find(({ title }) => title === 'Über') as DocumentPage;
  expect((await resolve(`${published}${deep.path}`)).body).toMatchObject({
    space: { id: space },
    page: { id: deep.id },
  });
  expect((await resolve(published)).body).toMatchObject({ space: { id: space } });
  expect((await resolve(published, world.otherAdmin.token)).status).toBe(404);
  const ofLink = { ...ofSite, params: { ...ofSite.params, shareLinkId: link.id } };
  await world.api.expect('deleteSiteShareLinkById', ofLink);
  expect((await resolve(`${published}${deep.path}`)).status).toBe(404);
});

it('answers the change request of an address of a draft, and the page as it has it', async () => {
  const draft = await DraftCaller.create(world, space);
  const { page } = await draft
    .edit({ operation: 'insert_page', title: 'Drafted', document: { markdown: 'Text.' } })
    .then(({ changes }) => changes[0] as { page: { id: string } });
  const made = await draft.expect<ChangeRequest>('getChangeRequestById');
  const whole = await resolve(made.urls.app);
  // That it was edited is noted a moment later.
  const changeRequest = { ...made, updatedAt: expect.any(String) };
  expect(whole.body).toEqual({ space: expect.objectContaining({ id: space }), changeRequest });
  const { body } = await resolve(`${made.urls.app}/drafted`);
  expect(body).toMatchObject({ changeRequest: { id: made.id, revision: made.revision }, page: { id: page.id } });
  const { urls } = await draft.page(page.id);
  expect((await resolve(urls.app)).body).toMatchObject({ changeRequest: { id: made.id }, page: { id: page.id } });
  const listed = flat(await draft.pages()).find(({ id }) => id === page.id) as DocumentPage;
  expect(listed.urls).toEqual(urls);
  expect((await resolve(`${app}/drafted`)).status).toBe(404);
  expect((await resolve(`${app}/~/change-requests/999`)).status).toBe(404);
});

it('answers collections', async () => {
  const made = await world.api.expect<{ id: string; urls: { app: string } }>('createCollection', {
    token: world.admin.token,
    params: { organizationId: world.organization },
    body: { title: 'Shelf' },
  });
  expect((await resolve(made.urls.app)).body).toEqual({ collection: expect.objectContaining({ id: made.id }) });
});

it('knows nothing of what is not there, not ours or not for the caller', async () => {
  for (const url of [`${app}/none`, 'https://example.com/app/o/x/s/y', app.replace(world.organization, world.other)])
    expect((await resolve(url)).status).toBe(404);
  expect((await resolve(app, world.otherAdmin.token)).status).toBe(404);
  expect((await resolve('no address')).status).toBe(400);
});
