import { spaceContent } from '@bindery/contracts';
import { parsePage, plainText } from '@bindery/documents';
import { SearchBench } from '../search/search-bench';

let bench: SearchBench;
beforeAll(async () => (bench = await SearchBench.start()));
afterAll(() => bench.close());

const { document: text } = parsePage('Version <code class="expression">page.vars.version</code>.\n');

/** The document shared by pages with these values of a variable, read by its id. */
async function shownBy(versions: string[]): Promise<string> {
  const pages = versions.map((version, n) => ({ id: `p${n}`, title: 'Same', text, variables: { version } }));
  const spaceId = await bench.writer.create(pages);
  const { content, reader: principal } = bench;
  const revision = await content.call(spaceContent.getCurrentRevision, { principal, params: { spaceId } });
  const ids = new Set(revision.pages.map((page) => ('documentId' in page ? page.documentId : undefined)));
  expect([ids.size, revision.pages.length]).toEqual([1, versions.length]);
  const params = { spaceId, documentId: [...ids][0]! };
  const query = { evaluated: 'true' } as never;
  return plainText(await content.call(spaceContent.getDocumentById, { principal, params, query }));
}

it('evaluates a document that pages share with their variables, and without any where these differ', async () => {
  expect(await shownBy(['one', 'one'])).toBe('Version one.');
  expect(await shownBy(['one', 'two'])).toBe('Version .');
  expect(await shownBy(['one', 'two', 'one'])).toBe('Version .');
});
