import { join } from 'node:path';
import type { DocumentPage, Revision, TranslationRun } from '@bindery/contracts';
import { filesOf, flat, importFiles, publicDocs, Translations } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

const long = process.env.BINDERY_TEST === 'long';
/** In the short form one of its spaces. */
const [folder, count] = long ? ['', 283] : ['guides', 42];

(publicDocs ? describe : describe.skip)('the public corpus (skipped where it does not lie beside the checkout)', () => {
  let world: TestOrganization;
  let translations: Translations;
  let sources: string[];
  let made: string[];
  beforeAll(async () => {
    world = await createTestOrganization();
    translations = new Translations(world);
    const { spaces } = await importFiles(world, filesOf(join(publicDocs!, folder as string)), {});
    sources = spaces.map(({ id }) => id);
  });
  afterAll(() => world.close());

  const resultOf = async (id: string): Promise<string> => (await translations.get(id)).result!.space;
  const pagesOf = ({ pages }: Revision) => flat(pages).filter(({ type }) => type === 'document') as DocumentPage[];

  it(`is translated offline, every one of ${count} pages`, async () => {
    const begun = performance.now();
    made = (await Promise.all(sources.map((id) => translations.create(id)))).map(({ id }) => id);
    const runs = await Promise.all(made.map((id) => translations.ended(id)));
    const seconds = (performance.now() - begun) / 1000;
    let pages = 0;
    for (const [index, run] of runs.entries()) {
      expect(run).toMatchObject({ status: 'completed', untranslated: [] });
      const result = await translations.revision(await resultOf(made[index]!));
      const source = await translations.revision(sources[index]!);
      expect(flat(result.pages).map(({ id }) => id)).toEqual(flat(source.pages).map(({ id }) => id));
      pages += pagesOf(result).length;
    }
    process.stdout.write(`public corpus: ${pages} pages translated in ${seconds.toFixed(1)} s\n`);
    expect(pages).toBe(count);
  });

  it('has one page translated again when one is changed, and no other touched', async () => {
    const before = await translations.revision(await resultOf(made[0]!));
    const page = pagesOf(before).at(-1)!;
    const changes = [{ operation: 'update_page', page: page.id, document: { markdown: 'Another text.' } }];
    const request = { token: world.admin.token, params: { spaceId: sources[0]! }, body: { changes } };
    const edit = () => world.api.expect('updateSpaceContent', request);
    const run: TranslationRun = await translations.runAfter(made[0]!, edit);
    expect(run).toMatchObject({ status: 'completed', pages: { total: 1, done: 1 }, untranslated: [] });
    const documents = new Map(pagesOf(before).map(({ id, documentId }) => [id, documentId]));
    const after = pagesOf(await translations.revision(await resultOf(made[0]!)));
    expect(after.map(({ id }) => id)).toEqual([...documents.keys()]);
    expect(after.filter(({ id, documentId }) => documents.get(id) !== documentId).map(({ id }) => id)).toEqual([
      page.id,
    ]);
  });
});
