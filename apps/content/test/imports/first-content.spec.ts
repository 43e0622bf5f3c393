import type {
  ApiError,
  DocumentPage,
  Page,
  Revision,
  RevisionPages,
  SearchPageResult,
  Space,
} from '@bindery/contracts';
import {
  createServiceOrganization,
  flat,
  newSlug,
  petStore,
  putSpec,
  type TestOrganization,
  textOf,
  until,
} from '@bindery/testing';

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

const create = (body: object) =>
  world.api.call<Space & { error: ApiError }>('createSpace', {
    token: world.admin.token,
    params: { organizationId: world.organization },
    body: { title: 'New', ...body },
  });
const read = <T>(operation: string, spaceId: string, more: object = {}) =>
  world.api.expect<T>(operation, { token: world.admin.token, params: { spaceId }, ...more });
const pathsOf = async (spaceId: string) =>
  flat((await read<RevisionPages>('listPages', spaceId)).pages).map((page) => (page as DocumentPage).path);

const sourceOf = (spec: string) => ({
  ...{ type: 'builtin:openapi', props: { models: false } },
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
});

describe('a space begins', () => {
  it('empty where nothing is said', async () => {
    const { status, body } = await create({ empty: true });
    expect({ status, paths: await pathsOf(body.id) }).toEqual({ status: 201, paths: [] });
  });

  it('with the pages of a template, and the given references', async () => {
    const contentRefs = { repository: { kind: 'url', url: 'https://example.com/source' } };
    const { status, body } = await create({ template: { id: 'documentation', params: { contentRefs } } });
    expect(status).toBe(201);
    const revision = await read<Revision>('getCurrentRevision', body.id);
    expect(revision).toMatchObject({ id: body.revision, parents: [] });
    const [welcome] = flat(revision.pages);
    const request = { params: { spaceId: body.id, pageId: welcome!.id }, query: { format: 'markdown' } };
    const page = await read<{ markdown: string }>('getPageById', body.id, request);
    expect(page.markdown).toContain('[source code](<https://example.com/source>)');
    const query = { query: 'newcomer' };
    await until(
      async () => (await read<Page<SearchPageResult>>('searchSpaceContent', body.id, { query })).items.length === 1,
    );
  });

  it('with what is computed from a specification', async () => {
    const slug = newSlug();
    await putSpec(world, slug, textOf(petStore()));
    const { status, body } = await create({ computedSource: sourceOf(slug) });
    expect(status).toBe(201);
    expect(await pathsOf(body.id)).toEqual(['everything', 'everything/pet']);
  });

  it.each([
    [{ template: { id: 'nothing' } }, 404, undefined],
    [{ template: {} }, 400, 'body.template.id'],
    [
      { template: { id: 'documentation', params: { contentRefs: { logo: { kind: 'file', file: 'nobody' } } } } },
      400,
      'body.template.params.contentRefs.logo',
    ],
    [{ computedSource: { type: 'builtin:nothing', props: {} } }, 400, 'body.computedSource.type'],
    [{ computedSource: { type: 'builtin:openapi' } }, 400, 'body.computedSource.props'],
    [{ computedSource: sourceOf('spec'), template: { id: 'handbook' } }, 400, 'body'],
    [{ empty: true, template: { id: 'handbook' } }, 400, 'body'],
  ])('with nothing that %j could mean', async (given, expected, field) => {
    const { status, body } = await create(given);
    expect({ status, field: body.error.details?.[0]?.field }).toEqual({ status: expected, field });
  });
});
