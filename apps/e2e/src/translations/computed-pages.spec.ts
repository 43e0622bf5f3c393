import type { DocumentPage, JSONDocument, Page, Revision, RevisionPages, SearchPageResult } from '@bindery/contracts';
import { plainText } from '@bindery/documents';
import { newSlug, petStore, putSpec, textOf, until } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';
import { ComputedWorld, entryOf, shown, sourceFiles } from './computed-world';

let world: TestOrganization;
let computed: ComputedWorld;
beforeAll(async () => {
  world = await createTestOrganization();
  computed = new ComputedWorld(world);
});
afterAll(() => world.close());

describe('pages of a translation', () => {
  it('stand where the revision has them computed, as trees, documents and Markdown', async () => {
    const { id, result } = await computed.translated();
    const spaceId = await computed.spaceWith(id);
    expect(await computed.outline(spaceId)).toEqual(shown);
    const guide = await computed.pageAt(spaceId, 'guide');
    const there = await computed.pageAt(result, 'guide');
    expect(guide).toMatchObject({
      title: 'Ĝûîðé',
      computed: { type: 'builtin:translation', props: { space: result, document: there.documentId } },
    });
    expect([guide.computedSeed, guide.documentId]).toEqual([expect.any(String), undefined]);
    expect(guide.id).not.toBe(there.id);
    expect(guide.document).toEqual(there.document);
    const byId = await computed.ask<DocumentPage>('getPageById', { spaceId, pageId: guide.id });
    expect(byId.body).toEqual(guide);
    expect(byId.headers.get('cache-control')).toBe('private, no-cache');
    expect((await computed.ask('getPageById', { spaceId, pageId: guide.id }, { computed: 'false' })).status).toBe(404);
    const { id: revisionId } = (await computed.ask<Revision>('getCurrentRevision', { spaceId })).body;
    const document = { spaceId, revisionId, pageId: guide.id };
    expect((await computed.ask<JSONDocument>('getPageDocumentInRevisionById', document)).body).toEqual(guide.document);
    expect(await computed.markdownAt(spaceId, 'guide')).toContain('Ĥöŵ ţö ûšé ţĥé ŵîðĝéţ.');
    // Links lead to the pages that stand here.
    expect(await computed.markdownAt(spaceId, 'readme-1')).toContain(`(/pages/${guide.id})`);
  });

  it('follow a run that a change of the source has, which translates that page alone', async () => {
    const { id, space } = await computed.translated();
    const spaceId = await computed.spaceWith(id);
    const before = await computed.ask<RevisionPages>('listPages', { spaceId });
    const [guide, deep] = [await computed.pageAt(spaceId, 'guide'), await computed.pageAt(spaceId, 'part/deep')];
    const edit = () => computed.edit(space, 'guide', { document: { markdown: 'Another text.' } });
    expect(await computed.translations.runAfter(id, edit)).toMatchObject({ pages: { total: 1, done: 1 } });
    expect(await computed.markdownAt(spaceId, 'guide')).toContain('Åñöţĥéŕ ţéẋţ.');
    const [same, untouched] = [await computed.pageAt(spaceId, 'guide'), await computed.pageAt(spaceId, 'part/deep')];
    expect([same.id, same.computedSeed === guide.computedSeed]).toEqual([guide.id, false]);
    expect(untouched).toEqual(deep);
    expect((await computed.ask('listPages', { spaceId })).headers.get('etag')).not.toBe(before.headers.get('etag'));
    const added = {
      operation: 'insert_page',
      document: { markdown: '# Added\n\nNew.' },
      title: 'Added',
      slug: 'added',
    };
    await computed.translations.runAfter(id, () => computed.change(space, added));
    expect(await computed.outline(spaceId)).toContain('added');
  });

  it('show a correction in the translated space at once', async () => {
    const { id, result } = await computed.translated(sourceFiles, { automatic: false });
    const spaceId = await computed.spaceWith(id);
    await computed.edit(result, 'guide', { document: { markdown: 'Corrigé.' } });
    expect(await computed.markdownAt(spaceId, 'guide')).toContain('Corrigé.');
  });

  it('stand below a page without the groups that cannot stand there', async () => {
    const { id } = await computed.translated();
    const spaceId = await computed.imported({
      'README.md': '# Home\n',
      'below.md': '# Below\n',
      'SUMMARY.md': `* [Home](README.md)\n${entryOf(id, '  ')}  * [Below](below.md)\n`,
    });
    expect(await computed.outline(spaceId)).toEqual([
      'readme',
      ...['readme/readme', 'readme/guide', 'readme/deep', 'readme/below'],
    ]);
  });

  it('hold what the translated pages do: variables, reusable contents and pages of specifications', async () => {
    const slug = newSlug();
    await putSpec(world, slug, textOf(petStore()));
    const { id, result } = await computed.translated({
      'README.md':
        '---\nvars:\n  product: Bindery\n---\n\n# Home\n\n{% include ".gitbook/includes/part.md" %}\n\n'.concat(
          'Of <code class="expression">page.vars.product</code>.\n',
        ),
      '.gitbook/includes/part.md': '---\ntitle: Part\n---\n\nOne part.\n',
      'SUMMARY.md': `* [Home](README.md)\n* \`\`\`yaml\n  type: builtin:openapi\n  dependencies:\n    spec:\n      ref:\n        kind: openapi\n        spec: ${slug}\n  \`\`\`\n`,
    });
    const spaceId = await computed.spaceWith(id);
    const pages = ['everything', 'everything/pet', 'models'];
    expect(await computed.outline(spaceId)).toEqual(['readme', 'readme-1', ...pages, 'last']);
    expect((await computed.pageAt(spaceId, 'everything/pet')).document!.nodes).toHaveLength(3);
    const home = await computed.pageAt(spaceId, 'readme-1', { evaluated: 'true' });
    expect(plainText(home.document!)).toContain('Öƒ Bindery.');
    const { ref } = home.document!.nodes.find(({ type }) => type === 'reusable-content')!.data as { ref: object };
    expect(ref).toMatchObject({ kind: 'reusable-content', space: result });
  });

  it('of a translation in its own source are there once', async () => {
    const { id, space, result } = await computed.translated();
    const summary = `* [Home](README.md)\n* [Guide](guide.md)\n${entryOf(id)}`;
    await computed.translations.runAfter(id, () =>
      computed.imported({ ...sourceFiles, 'SUMMARY.md': summary }, { space }),
    );
    expect(await computed.outline(result)).toEqual(['readme', 'guide', 'computed French']);
    expect(await computed.outline(space)).toEqual(['readme', 'guide', 'readme-1', 'guide-1']);
    expect(await computed.outline(await computed.spaceWith(id))).toEqual(['readme', 'readme-1', 'guide', 'last']);
  });

  it('are found by a search in the translated space alone', async () => {
    const { id, result } = await computed.translated();
    const spaceId = await computed.spaceWith(id);
    const found = async (space: string, query: string): Promise<string[]> => {
      const { body } = await computed.ask<Page<SearchPageResult>>('searchSpaceContent', { spaceId: space }, { query });
      return body.items.map(({ path }) => path);
    };
    await until(async () => (await found(result, 'ŵîðĝéţ')).length > 0 && (await found(spaceId, 'Last')).length > 0);
    expect([await found(result, 'ŵîðĝéţ'), await found(spaceId, 'ŵîðĝéţ')]).toEqual([['guide'], []]);
  });
});
