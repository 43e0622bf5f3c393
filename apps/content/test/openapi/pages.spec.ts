import { setTimeout as sleep } from 'node:timers/promises';
import type {
  ChangeRequest,
  ContentReferences,
  DocumentPage,
  JSONDocument,
  OpenAPISpec,
  Revision,
  RevisionPages,
  Space,
} from '@bindery/contracts';
import {
  computedPages,
  createServiceOrganization,
  importFiles,
  newSlug,
  petStore,
  putSpec,
  type TestOrganization,
  textOf,
} from '@bindery/testing';

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

const summary = (spec: string, models = true) => `# Table of contents

* [Home](README.md)
${computedPages(spec, models)}* [Last](last.md)
`;

/** A space that shows a specification between two pages. */
async function spaceWith(spec: string, models?: boolean): Promise<string> {
  const files = { 'README.md': '# Home\n', 'last.md': '# Last\n', 'SUMMARY.md': summary(spec, models) };
  return (await importFiles(world, files)).spaces[0]!.id;
}

const ask = <T>(operation: string, params: Record<string, string>, query: Record<string, string> = {}) =>
  world.api.call<T>(operation, { token: world.admin.token, params, query });

async function pagesOf(spaceId: string, query: Record<string, string> = {}): Promise<DocumentPage[]> {
  return (await ask<RevisionPages>('listPages', { spaceId }, query)).body.pages as DocumentPage[];
}

const outline = (pages: readonly DocumentPage[]): string[] =>
  pages.flatMap((page) => [page.path, ...outline((page.pages ?? []) as DocumentPage[])]);

it('has a page for each tag, and one for the models, where the computed page stands', async () => {
  const slug = newSlug();
  await putSpec(world, slug, textOf(petStore()));
  const spaceId = await spaceWith(slug);
  const pages = await pagesOf(spaceId);
  expect(outline(pages)).toEqual(['readme', 'everything', 'everything/pet', 'models', 'last']);
  const [pet] = pages[1]!.pages as DocumentPage[];
  expect(pet).toMatchObject({ title: 'Pet', icon: 'dog', description: 'Pets are amazing!' });
  expect(pet!.computed).toMatchObject({
    type: 'builtin:openapi',
    props: { doc: 'operations', page: 'pet' },
    dependencies: { spec: { ref: { kind: 'openapi', spec: slug }, value: { object: 'openapi-spec', slug } } },
  });
  expect(pet!.computedSeed).toBeTruthy();

  const read = (await ask<DocumentPage>('getPageById', { spaceId, pageId: pet!.id })).body;
  const blocks = read.document!.nodes.map(({ type, data }) => [type, data.method, data.path ?? data.name]);
  expect(blocks).toEqual([
    ['openapi-operation', 'get', '/pets'],
    ['openapi-operation', 'post', '/pets'],
    ['openapi-webhook', 'post', 'newPet'],
  ]);
  expect(read.document!.nodes[0]!.data.ref).toEqual({ kind: 'openapi', spec: slug });
  const byPath = await ask<DocumentPage>(
    'getPageByPath',
    { spaceId, pagePath: 'everything/pet' },
    { format: 'markdown' },
  );
  expect(byPath.body.markdown).toContain(`{% openapi-operation spec="${slug}" path="/pets" method="get" %}`);
  const models = (await ask<DocumentPage>('getPageById', { spaceId, pageId: pages[2]!.id })).body;
  expect(models.document!.nodes).toMatchObject([{ type: 'openapi-schemas', data: { schemas: ['Pet', 'Owner'] } }]);
});

/** A space whose specification is not there: the place of its pages is. */
const asItIs = ['document', 'computed', 'document'];
const typesOf = (pages: readonly { type: string }[]): string[] => pages.map(({ type }) => type);

describe('computed pages', () => {
  it('change with the specification, in every revision, and clients have to revalidate', async () => {
    const slug = newSlug();
    await putSpec(world, slug, textOf(petStore()));
    const spaceId = await spaceWith(slug);
    const revision = (await ask<Revision>('getCurrentRevision', { spaceId })).body;
    const past = (query = {}) =>
      ask<RevisionPages>('listPagesInRevisionById', { spaceId, revisionId: revision.id }, query);
    const before = await past();
    expect(before.headers.get('cache-control')).toBe('private, no-cache');
    const pet = (revision.pages[1] as DocumentPage).pages[0] as DocumentPage;
    const { version, ...store } = { version: '2', ...petStore('2') };
    await putSpec(
      world,
      slug,
      textOf({
        ...store,
        paths: {
          ...store.paths,
          '/orders': { get: { tags: ['order'], responses: { 200: { description: version } } } },
        },
      }),
    );

    const after = await past();
    expect(outline(after.body.pages as DocumentPage[])).toEqual([
      'readme',
      'everything',
      'everything/pet',
      'order',
      'models',
      'last',
    ]);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const same = (after.body.pages[1] as DocumentPage).pages[0] as DocumentPage;
    expect([same.id, same.computedSeed === pet.computedSeed]).toEqual([pet.id, false]);

    const stored = await past({ computed: 'false' });
    expect(stored.headers.get('cache-control')).toContain('immutable');
    expect(stored.body.pages.map(({ type }) => type)).toEqual(['document', 'computed', 'document']);
    const params = { spaceId, revisionId: revision.id, pageId: pet.id };
    const document = await ask<JSONDocument>('getPageDocumentInRevisionById', params);
    expect(document.headers.get('cache-control')).toBe('private, no-cache');
    expect(document.body.nodes).toHaveLength(3);
    expect((await ask('getPageInRevisionById', params, { computed: 'false' })).status).toBe(404);
    const home = revision.pages[0]!.id;
    expect((await ask('getPageInRevisionById', { ...params, pageId: home })).headers.get('cache-control')).toContain(
      'immutable',
    );
  });

  it('leave out the models where they are not wanted, and have addresses of their own', async () => {
    const slug = newSlug();
    await putSpec(
      world,
      slug,
      textOf({
        ...petStore(),
        tags: [{ name: 'last' }],
        paths: { '/last': { get: { tags: ['last'], responses: { 200: { description: 'OK' } } } } },
      }),
    );
    const spaceId = await spaceWith(slug, false);
    expect(outline(await pagesOf(spaceId))).toEqual(['readme', 'last-1', 'pet', 'last']);
    const at = async (pagePath: string) => (await ask<DocumentPage>('getPageByPath', { spaceId, pagePath })).body;
    expect([(await at('last')).computed, (await at('last-1')).computed?.props]).toEqual([
      undefined,
      { doc: 'operations', page: 'last' },
    ]);
  });

  it('are there once the specification is, and gone with it', async () => {
    const slug = newSlug();
    const spaceId = await spaceWith(slug);
    expect(typesOf(await pagesOf(spaceId))).toEqual(asItIs);
    const { id } = await putSpec(world, slug, textOf(petStore()));
    expect(await pagesOf(spaceId)).toHaveLength(4);
    expect(outline(await pagesOf(await spaceWith(id)))).toEqual(outline(await pagesOf(spaceId)));
    await ask('deleteOpenAPISpecBySlug', { organizationId: world.organization, specSlug: slug });
    expect(typesOf(await pagesOf(spaceId))).toEqual(asItIs);
  });

  it('show no specification of another organization', async () => {
    const slug = newSlug();
    const params = { organizationId: world.other, specSlug: slug };
    const body = { source: textOf(petStore()) };
    await world.api.expect('createOrUpdateOpenAPISpecBySlug', { token: world.otherAdmin.token, params, body });
    const read = () => world.api.expect<OpenAPISpec>('getOpenAPISpecBySlug', { token: world.otherAdmin.token, params });
    while ((await read()).processingState !== 'complete') await sleep(50);
    expect(typesOf(await pagesOf(await spaceWith(slug)))).toEqual(asItIs);
    expect(typesOf(await pagesOf(await spaceWith((await read()).id)))).toEqual(asItIs);
  });

  it('are in change requests, too', async () => {
    const slug = newSlug();
    await putSpec(world, slug, textOf(petStore()));
    const spaceId = await spaceWith(slug);
    const request = { token: world.admin.token, params: { spaceId }, body: {} };
    const { id: changeRequestId } = await world.api.expect<ChangeRequest>('createChangeRequest', request);
    const { body } = await ask<RevisionPages>('listPagesInChangeRequest', { spaceId, changeRequestId });
    expect(outline(body.pages as DocumentPage[])).toEqual(outline(await pagesOf(spaceId)));
  });
});

describe('references to specifications', () => {
  const linksOf = async (spaceId: string, token: string): Promise<string[]> => {
    for (;;) {
      const { items } = await world.api.expect<ContentReferences>('listSpaceLinks', { token, params: { spaceId } });
      if (items.length > 0)
        return items.map(
          ({ status, relation, targetReference: to }) =>
            `${status} ${relation} ${to?.kind === 'openapi' ? to.openAPISpec.slug : '-'}`,
        );
      await sleep(50);
    }
  };

  it('are broken until the specification is there', async () => {
    const slug = newSlug();
    const spaceId = await spaceWith(slug);
    expect(await linksOf(spaceId, world.admin.token)).toEqual(['broken dependsOn -']);
    await putSpec(world, slug, textOf(petStore()));
    expect(await linksOf(spaceId, world.admin.token)).toEqual([`ok dependsOn ${slug}`]);
  });

  it('let readers of a space read what it shows, and nothing more', async () => {
    const [shown, other] = [newSlug(), newSlug()];
    for (const slug of [shown, other]) await putSpec(world, slug, textOf(petStore()));
    const spaceId = await spaceWith(shown);
    await linksOf(spaceId, world.admin.token);
    const read = async (specSlug: string, operation = 'getLatestOpenAPISpecVersionContent', token?: string) =>
      (await world.api.call(operation, { token, params: { organizationId: world.organization, specSlug } })).status;
    // Without a token; a member of another organization does not see that it exists.
    expect(await read(shown)).toBe(401);
    expect(await read(shown, undefined, world.otherAdmin.token)).toBe(404);
    const set = (visibility: string) =>
      world.api.expect<Space>('updateSpaceById', {
        token: world.admin.token,
        params: { spaceId },
        body: { visibility },
      });
    await set('public');
    expect([await read(shown), await read(other)]).toEqual([200, 401]);
    expect([
      await read(shown, 'getLatestOpenAPISpecVersionContent', world.otherAdmin.token),
      await read(shown, 'getOpenAPISpecBySlug', world.otherAdmin.token),
    ]).toEqual([200, 404]);
    await set('private');
    expect(await read(shown)).toBe(401);
    const params = { spaceId };
    await world.api.expect('inviteToSpace', {
      token: world.admin.token,
      params,
      body: { users: [world.guest.id], role: 'read' },
    });
    expect(await read(shown, undefined, world.guest.token)).toBe(200);
    expect(await linksOf(spaceId, world.guest.token)).toEqual(['ok dependsOn -']);
  });
});

it('makes documented pages of the description of the platform itself', async () => {
  const slug = newSlug();
  const text = await (await fetch(`${world.platform.baseUrl}/openapi.json`)).text();
  const { lastProcessErrorCode } = await putSpec(world, slug, { text });
  expect(lastProcessErrorCode).toBeUndefined();
  const described = JSON.parse(text) as { paths: Record<string, object>; tags: { name: string }[] };
  const pages = await pagesOf(await spaceWith(slug));
  const computed = pages.filter((page) => page.computed);
  expect(computed.map(({ computed: source }) => (source!.props as { page?: string }).page)).toEqual([
    ...described.tags.map(({ name }) => name),
    undefined,
  ]);
});
