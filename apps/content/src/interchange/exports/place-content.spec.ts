import type { GitBlob } from '@bindery/contracts';
import type { PageEntry } from '../../model/pages/page-entry';
import { placeContent } from './place-content';

function page(slug: string, { parent = '', git }: { parent?: string; git?: GitBlob } = {}): PageEntry {
  const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
  return { type: 'document', parent, slug, title: slug, order: 'a', ...times, ...(git && { git }) };
}

it('gives a new reusable content a path that no imported one has', () => {
  const { reusableContents } = placeContent(
    [],
    [],
    [
      ['new', { title: 'Note' }],
      ['old', { title: 'Another title', git: { oid: 'o', path: '.gitbook/includes/note.md' } }],
    ],
    { root: '' },
  );
  expect(Object.fromEntries(reusableContents)).toEqual({
    new: '.gitbook/includes/note-1.md',
    old: '.gitbook/includes/note.md',
  });
});

describe('a file of the repository that the space does not hold', () => {
  const placed = (pages: [string, PageEntry][], others: Record<string, string>) =>
    Object.fromEntries(placeContent(pages, [], [], { root: '', others: new Map(Object.entries(others)) }).pages);

  it('keeps its path, whatever its case, and as the folder of another file', () => {
    const others = { 'FAQ.md': 'a', 'faq-1.md': 'b', 'tips.md/a.txt': 'c', guide: 'd' };
    const pages: [string, PageEntry][] = [
      ['1', page('faq')],
      ['2', page('tips')],
      ['3', page('guide')],
      ['4', page('below', { parent: '3' })],
    ];
    expect(placed(pages, others)).toEqual({
      1: 'faq-2.md',
      2: 'tips-1.md',
      3: 'guide-1/README.md',
      4: 'guide-1/below.md',
    });
  });

  it('is the file of a page only as long as it is as the page left it', () => {
    const known = { git: { oid: 'a', path: 'faq.md' } };
    expect(placed([['1', page('faq', known)]], { 'faq.md': 'a' })).toEqual({ 1: 'faq.md' });
    expect(placed([['1', page('faq', known)]], { 'faq.md': 'b' })).toEqual({ 1: 'faq-1.md' });
  });
});

it('numbers the end of a name, not that of its folder', () => {
  const file = { name: 'LICENSE', contentType: 'text/plain', size: 1, sha256: 'a' };
  const { files } = placeContent(
    [],
    [
      ['1', file],
      ['2', file],
    ],
    [],
    { root: '' },
  );
  expect([...files.values()]).toEqual(['.gitbook/assets/LICENSE', '.gitbook/assets/LICENSE-1']);
});

it('gives a page the file of its folder before a page below it with that name', () => {
  const { pages } = placeContent(
    [
      ['1', page('readme', { parent: '2' })],
      ['2', page('guide')],
    ],
    [],
    [],
    { root: '' },
  );
  expect(Object.fromEntries(pages)).toEqual({ 1: 'guide/readme-1.md', 2: 'guide/README.md' });
});

it('gives no page the path of settings, and each a name that every system can write', () => {
  const slugs = ['summary', 'README', '..', 'c:x', '.git', 'con', 'x.', 'FAQ', 'faq', '説明'.repeat(50)];
  const settings = ['SUMMARY.md', 'README.md'];
  const pages = slugs.map((slug, index): [string, PageEntry] => [String(index), page(slug)]);
  const placed = [...placeContent(pages, [], [], { root: '', settings }).pages.values()];
  const long = `${'説明'.repeat(33)}.md`;
  expect(placed).toEqual([
    ...['summary-1.md', 'readme-1.md', 'page.md', 'cx.md', 'git.md', '_con.md', 'x.md', 'faq.md', 'faq-1.md', long],
  ]);
});
