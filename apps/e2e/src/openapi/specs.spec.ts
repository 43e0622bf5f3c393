import type { OpenAPISpec, OpenAPISpecContent, OpenAPISpecVersion, Page } from '@bindery/contracts';
import { createWorld, type World } from '../support/world';
import { newSlug, petStore, processed, putSpec, SpecificationServer, textOf } from './support';

jest.setTimeout(120_000);

let world: World;
let server: SpecificationServer;
beforeAll(async () => {
  world = await createWorld({ OUTBOUND_ALLOW: '127.0.0.1' });
  server = await new SpecificationServer().start();
});
afterAll(async () => {
  await server.stop();
  await world.close();
});

const paramsOf = (specSlug: string) => ({ organizationId: world.organization, specSlug });
const asked = <T>(operation: string, specSlug: string, more: object = {}) =>
  world.api.expect<T>(operation, { token: world.admin.token, params: { ...paramsOf(specSlug), ...more } });

interface ContentFile {
  isEntrypoint: boolean;
  filename: string;
  specification: { openapi?: string; paths?: object; components?: { schemas?: object } };
}
const filesOf = async (slug: string) =>
  (await asked<OpenAPISpecContent>('getLatestOpenAPISpecVersionContent', slug)).filesystem as ContentFile[];

describe('a specification that is sent', () => {
  it('is created with 201, processed, and replaced with 200', async () => {
    const slug = newSlug();
    const put = (body: object) =>
      world.api.call<OpenAPISpec>('createOrUpdateOpenAPISpecBySlug', {
        token: world.admin.token,
        params: paramsOf(slug),
        body,
      });
    const first = await put({ source: textOf(petStore()) });
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
    expect(done.lastVersion).toBeDefined();
    expect((await put({ source: textOf(petStore('2')) })).status).toBe(200);
    const again = await processed(world, slug);
    expect(again.id).toBe(done.id);
    expect(again.lastVersion).not.toBe(done.lastVersion);
    const versions = await asked<Page<OpenAPISpecVersion>>('listOpenAPISpecVersions', slug);
    expect(versions.items.map(({ id }) => id)).toEqual([again.lastVersion, done.lastVersion]);
    expect(versions.count).toBe(2);
  });
});
