import type { OpenAPISpec, OpenAPISpecContent, OpenAPISpecVersion, Page } from '@bindery/contracts';
import {
  createServiceOrganization,
  newSlug,
  petStore,
  processed,
  putSpec,
  type TestOrganization,
  textOf,
} from '@bindery/testing';

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

const paramsOf = (specSlug: string, more: object = {}) => ({ organizationId: world.organization, specSlug, ...more });
const ask = <T>(operation: string, specSlug: string, more: object = {}, body?: object) =>
  world.api.call<T>(operation, { token: world.admin.token, params: paramsOf(specSlug, more), body });

const put = (slug: string, body: object) => ask<OpenAPISpec>('createOrUpdateOpenAPISpecBySlug', slug, {}, body);
const versionsOf = async (slug: string) =>
  (await ask<Page<OpenAPISpecVersion>>('listOpenAPISpecVersions', slug)).body.items.map(({ id }) => id);

describe('a specification', () => {
  it('is created with 201, processed, and replaced with 200', async () => {
    const slug = newSlug();
    const first = await put(slug, { source: textOf(petStore()) });
    expect(first.status).toBe(201);
    expect(first.headers.get('location')).toBe(first.body.urls.location);
    expect(first.body).toMatchObject({
      slug,
      processingState: 'pending',
      visibility: 'private',
      permissions: { view: true, edit: true },
    });
    const done = await processed(world, slug);
    expect(done.lastProcessErrorCode).toBeUndefined();
    expect((await put(slug, { source: textOf(petStore('2')) })).status).toBe(200);
    const again = await processed(world, slug);
    expect(again.id).toBe(done.id);
    expect(await versionsOf(slug)).toEqual([again.lastVersion, done.lastVersion]);
    expect((await ask('getOpenAPISpecVersionById', slug, { versionId: done.lastVersion })).status).toBe(200);
  });

  it('has no new version where it says the same', async () => {
    const slug = newSlug();
    const { lastVersion } = await putSpec(world, slug, textOf(petStore()));
    expect((await putSpec(world, slug, textOf(petStore()))).lastVersion).toBe(lastVersion);
    expect(await versionsOf(slug)).toEqual([lastVersion]);
  });

  it('keeps its versions and says what is wrong when a source cannot be read', async () => {
    const slug = newSlug();
    const { lastVersion } = await putSpec(world, slug, textOf(petStore()));
    expect(await putSpec(world, slug, { text: '- no\n- specification\n' })).toMatchObject({
      processingState: 'complete',
      lastVersion,
      lastProcessErrorCode: 'PARSE_ERROR',
      lastProcessedErrors: [{ message: 'openapi is not an object' }],
    });
    // The readable parts are shown, and deviations are reported.
    const broken = { ...petStore(), components: { schemas: { A: { $ref: '#/no/where' } } } };
    const read = await putSpec(world, slug, textOf(broken));
    expect(read.lastProcessErrorCode).toBeUndefined();
    expect(read.lastVersion).not.toBe(lastVersion);
    expect(read.lastProcessedErrors).toEqual([
      expect.objectContaining({
        message: expect.stringContaining("Can't resolve reference: #/components/schemas/Pet"),
      }),
      expect.objectContaining({
        code: 'INVALID_REFERENCE',
        message: "Can't resolve reference: #/no/where (at /components/schemas/A)",
      }),
    ]);
    const mended = await putSpec(world, slug, textOf(petStore('3')));
    expect([mended.lastProcessErrorCode, mended.lastProcessedErrors]).toEqual([undefined, undefined]);
    expect(mended.lastVersion).not.toBe(lastVersion);
  });

  it('comes to an end where references go round in circles', async () => {
    const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const schemas = { A: to('A'), B: to('C'), C: to('B'), D: { properties: { d: to('D') } } };
    const paths = { '/a': { $ref: '#/paths/~1b' }, '/b': { $ref: '#/paths/~1a' } };
    const spec = await putSpec(world, newSlug(), textOf({ ...petStore(), paths, components: { schemas } }));
    expect(spec.processingState).toBe('complete');
  });

  it('wants a slug that is free, and either an address or a text', async () => {
    const slug = newSlug();
    const create = (body: object) => ask('createOpenAPISpec', slug, {}, body);
    expect((await create({ slug, source: textOf(petStore()) })).status).toBe(200);
    expect((await create({ slug, source: textOf(petStore()) })).status).toBe(409);
    const wrong = [{}, { url: 'https://example.com/a', text: 'a' }, { url: 'ftp://example.com' }, { text: '' }];
    for (const source of [...wrong, { url: 'https://me:secret@example.com/' }])
      expect({ source, status: (await put(newSlug(), { source })).status }).toEqual({ source, status: 400 });
    for (const name of ['Pets', 'a--b', '-a', 'a'.repeat(101)])
      expect((await put(name, { source: textOf(petStore()) })).status).toBe(400);
  });

  it('is gone with all its versions once it is deleted', async () => {
    const slug = newSlug();
    const { lastVersion } = await putSpec(world, slug, textOf(petStore()));
    expect((await ask('deleteOpenAPISpecBySlug', slug)).status).toBe(204);
    expect((await ask('getOpenAPISpecVersionById', slug, { versionId: lastVersion })).status).toBe(404);
    expect((await put(slug, { source: textOf(petStore()) })).status).toBe(201);
  });

  it('is made once by many at the same time', async () => {
    const slug = newSlug();
    const answers = await Promise.all([1, 2, 3, 4].map((n) => put(slug, { source: textOf(petStore(`${n}`)) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await processed(world, slug);
  });
});

describe('the content of a version', () => {
  it('is the files as OpenAPI 3.1, and the text as it was given', async () => {
    const slug = newSlug();
    const text = 'openapi: 3.0.0 # as it was\ninfo: {title: Pets, version: "1"}\npaths: {}\n';
    const { lastVersion: versionId } = await putSpec(world, slug, { text });
    const { body } = await ask<OpenAPISpecContent>('getLatestOpenAPISpecVersionContent', slug);
    expect(body.filesystem).toMatchObject([
      { isEntrypoint: true, filename: 'openapi', specification: { openapi: '3.1.1', info: { title: 'Pets' } } },
    ]);
    expect((await ask('getOpenAPISpecVersionContentById', slug, { versionId })).body).toEqual(body);
    const { pathname, search } = new URL(body.url);
    expect(await (await fetch(`${world.platform.baseUrl}${pathname}${search}`)).text()).toBe(text);
    expect((await ask('getLatestOpenAPISpecVersionContentRaw', slug)).body).toEqual({ text, format: 'yaml' });
  });

  it('can be read without a token while it is public', async () => {
    const slug = newSlug();
    await putSpec(world, slug, textOf(petStore()));
    const set = (visibility: string) => ask<OpenAPISpec>('updateOpenAPISpecBySlug', slug, {}, { visibility });
    const address = (await set('public')).body.urls.published!;
    const { pathname } = new URL(address);
    const read = (headers = {}) => fetch(`${world.platform.baseUrl}${pathname}`, { headers });
    const published = await read();
    expect(published.headers.get('content-type')).toBe('application/json');
    expect(await published.json()).toEqual(petStore());
    expect((await read({ 'if-none-match': published.headers.get('etag')! })).status).toBe(304);
    const { body } = await ask<OpenAPISpecContent>('getLatestOpenAPISpecVersionContent', slug);
    expect(body.urls.public).toBe(address);
    expect((await set('private')).body.urls.published).toBeUndefined();
    expect((await read()).status).toBe(404);
  });
});
