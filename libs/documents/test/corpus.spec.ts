import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { normalise, parsePage, renderPage, validateDocument, walk, type Document } from '../src';

const corpus = process.env.BINDERY_CORPUS ?? resolve(__dirname, '../../../../shared/corpus/public-docs');
const present = existsSync(corpus);
if (!present) console.warn(`The corpus is not at ${corpus} (BINDERY_CORPUS): its tests are skipped`);

const pagesOf = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.endsWith('SUMMARY.md') && !/(?:^|\/)\.git(?:book)?\//.test(path))
    .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));

/** Blocks and inlines by type, over all pages. */
function countTypes(documents: Document[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const document of documents)
    for (const node of walk(document)) {
      const type = node.object === 'text' || node.object === 'fragment' ? node.object : node.type;
      counts[type] = (counts[type] ?? 0) + 1;
    }
  return counts;
}

(present ? describe : describe.skip)('the public documentation of GitBook', () => {
  const pages = present ? pagesOf(corpus).map((page) => ({ ...page, page: parsePage(page.source) })) : [];

  it('has every page, and each is a valid document', () => {
    expect(pages).toHaveLength(283);
    expect(pages.filter(({ page }) => validateDocument(page.document).length > 0)).toEqual([]);
  });

  it('has nothing that is not understood', () => {
    expect(
      pages.flatMap(({ path, page }) => page.problems.map(({ line, message }) => `${path}:${line} ${message}`)),
    ).toEqual([]);
  });

  it('comes back from its canonical Markdown as it was', () => {
    const changed = pages.filter(({ page }) => {
      const again = parsePage(renderPage(page));
      return !isDeepStrictEqual(
        [again.title, again.frontMatter, normalise(again.document)],
        [page.title, page.frontMatter, normalise(page.document)],
      );
    });
    expect(changed.map(({ path }) => path)).toEqual([]);
  });

  it('holds the blocks that its sources count', () => {
    const documents = pages.map(({ page }) => page.document);
    expect(countTypes(documents)).toMatchObject({
      // 311 tags, and one hint as HTML within a list.
      hint: 312,
      stepper: 60,
      'stepper-step': 267,
      updates: 7,
      update: 132,
      tabs: 25,
      'tabs-item': 68,
      embed: 46,
      prompt: 11,
      'content-ref': 9,
      file: 3,
      if: 3,
      columns: 1,
      column: 2,
      swagger: 1,
      'openapi-operation': 1,
      expandable: 234,
      icon: 98,
      // 78 tables as HTML, 51 as GFM.
      table: 129,
      // 447 fences, of which 60 have options, and 23 `<pre>`.
      code: 470,
      // 19 links with the title "mention", 29 elements with data-mention.
      mention: 48,
      // Eight `$$` signs.
      math: 1,
      'inline-math': 3,
    });
  });

  it('knows cards and the styles of hints', () => {
    const blocks = pages.flatMap(({ page }) => [...walk(page.document)]).filter((node) => node.object === 'block');
    const views = blocks.filter(({ type }) => type === 'table').map(({ data }) => (data.view as { type: string }).type);
    expect(views.filter((type) => type === 'cards')).toHaveLength(45);
    const styles = blocks.filter(({ type }) => type === 'hint').map(({ data }) => data.style);
    expect(
      ['info', 'warning', 'success', 'danger'].map((style) => styles.filter((other) => other === style).length),
    ).toEqual([203, 83, 21, 5]);
  });
});
