import type { ContentReferences, DocumentPage, JSONDocument, Revision, RevisionPages } from '@bindery/contracts';
import { importFiles } from '../support/imports';
import { createWorld, type World } from '../support/world';
import { newSlug, petStore, putSpec, textOf } from './support';

jest.setTimeout(120_000);

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.close());

const summary = (spec: string, models = true) => `# Table of contents

* [Home](README.md)
* \`\`\`yaml
  type: builtin:openapi
  props:
    models: ${models}
  dependencies:
    spec:
      ref:
        kind: openapi
        spec: ${spec}
  \`\`\`
* [Last](last.md)
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
