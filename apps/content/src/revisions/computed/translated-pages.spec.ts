import type { ContentRef, Document } from '@bindery/documents';
import type { ComputedEntry, PageEntry } from '../../model/pages/page-entry';
import type { ComputedPlace } from './computed-place';
import { relocateDocument, translatedPages, type TranslatedPageEntry } from './translated-pages';

const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
const from = { space: 'there', organizationId: 'o', files: '', reusableContents: '', variables: {} };

const placeBelow = (parent: string, taken: string[] = []): ComputedPlace => ({
  id: 'place',
  path: '',
  taken: new Set(taken),
  entry: { type: 'computed', parent, order: 'm', title: 'French', computed: { type: '', props: {} }, ...times },
});

const page = (parent: string, order: string, slug: string, rest: object = {}): PageEntry =>
  ({ type: 'document', parent, order, title: slug, slug, document: `of ${slug}`, ...times, ...rest }) as PageEntry;
const group = (order: string, slug: string): PageEntry => ({ ...page('', order, slug), type: 'group' }) as PageEntry;

/** Out of their order, as maps have them. */
const tree: [string, PageEntry][] = [
  ['deep', page('part', 'a', 'deep')],
  ['part', group('c', 'part')],
  ['first', page('', 'a', 'first')],
  ['below', page('first', 'a', 'below')],
  ['api', { type: 'computed', parent: '', order: 'b', title: 'API', computed: { type: '', props: {} }, ...times }],
  ['last', page('', 'd', 'first-1', { git: { oid: 'x', path: 'x.md' } })],
  ['lost', page('gone', 'a', 'lost')],
];

const slugs = (pages: [string, ComputedEntry][]): string[] =>
  pages.map(([, entry]) => `${entry.order.split('\0')[1]} ${'slug' in entry ? entry.slug : ''}`);

it('puts pages where the place is, each after the one above it, with addresses of their own', () => {
  const pages = translatedPages(placeBelow('', ['first']), tree, from, 100);
  expect(slugs(pages)).toEqual([
    ...['000000 first-1', '000001 below', '000002 part', '000003 deep', '000004 first-1-1'],
  ]);
  const ids = new Map(pages.map(([id, entry]) => [entry.title, id]));
  const above = Object.fromEntries(pages.map(([, { title, parent }]) => [title, parent]));
  expect(above).toEqual({
    ...{ first: '', below: ids.get('first'), part: '', deep: ids.get('part') },
    'first-1': '',
  });
  expect(pages.every(([id]) => !tree.some(([known]) => known === id))).toBe(true);
  expect(JSON.stringify(pages)).not.toContain('git');
  expect(translatedPages(placeBelow('', ['first']), tree, from, 100)).toEqual(pages);
});

it('raises the pages of groups below a page', () => {
  const pages = translatedPages(placeBelow('above', ['deep']), tree, from, 100);
  const found = pages.map(([, entry]) => ['slug' in entry && entry.slug, entry.parent === 'above']);
  expect(found).toEqual([
    ['first', true],
    ['below', false],
    ['deep-1', true],
    ['first-1', true],
  ]);
});

it('has references lead to the same as there, and to pages that are here', () => {
  const refs: [ref: ContentRef, expected: object][] = [
    [
      { kind: 'page', page: 'below' },
      { kind: 'page', page: 'here' },
    ],
    [
      { kind: 'page', page: 'below', space: 'there' },
      { kind: 'page', page: 'here' },
    ],
    [
      { kind: 'anchor', page: 'below', anchor: 'a' },
      { kind: 'anchor', page: 'here', anchor: 'a' },
    ],
    [
      { kind: 'page', page: 'api' },
      { kind: 'page', page: 'api', space: 'there' },
    ],
    [
      { kind: 'page', page: '__proto__' },
      { kind: 'page', page: '__proto__', space: 'there' },
    ],
    [
      { kind: 'page', page: 'below', space: 'else' },
      { kind: 'page', page: 'below', space: 'else' },
    ],
    [
      { kind: 'anchor', anchor: 'a' },
      { kind: 'anchor', anchor: 'a' },
    ],
    [
      { kind: 'reusable-content', reusableContent: 'r' },
      { kind: 'reusable-content', reusableContent: 'r', space: 'there' },
    ],
    [
      { kind: 'tag', tag: 't', space: 'else' },
      { kind: 'tag', tag: 't', space: 'else' },
    ],
    [
      { kind: 'file', file: 'f' },
      { kind: 'file', file: 'f' },
    ],
    [
      { kind: 'url', url: 'https://example.com/' },
      { kind: 'url', url: 'https://example.com/' },
    ],
  ];
  const [cover] = refs;
  const link: PageEntry = { type: 'link', parent: '', order: 'z', title: 'Link', target: { ...cover![0] }, ...times };
  const covered = page('', 'y', 'covered', { cover: { yPos: 0, ref: { ...cover![0] }, refDark: { ...refs[3]![0] } } });
  const pages = translatedPages(placeBelow(''), [...tree, ['link', link], ['covered', covered]], from, 100);
  const below = pages.find(([, { title }]) => title === 'below')!;
  const here = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('"here"', `"${below[0]}"`)) as T;

  const { origin } = below[1] as TranslatedPageEntry;
  const nodes = refs.map(([ref]) => ({
    object: 'block',
    type: 'content-ref',
    isVoid: true,
    data: { ref: { ...ref } },
  }));
  const document = relocateDocument({ object: 'document', data: {}, nodes } as unknown as Document, origin);
  expect(document.nodes.map(({ data }) => data.ref)).toEqual(refs.map(([, expected]) => here(expected)));
  const entries = pages.map(([, entry]) => entry);
  expect(entries.find(({ title }) => title === 'Link')).toMatchObject({ target: here(cover![1]) });
  expect(entries.find(({ title }) => title === 'covered')).toMatchObject({
    cover: { yPos: 0, ref: here(cover![1]), refDark: refs[3]![1] },
  });
  // The stored pages, and the pages of other readers, stay unchanged.
  expect(link).toMatchObject({ target: cover![0] });
  expect(covered).toMatchObject({ cover: { ref: cover![0] } });
});

it('shows as many pages as there is room for, and takes no work for others', () => {
  let reads = 0;
  const pages = Array.from({ length: 1_000 }, (_, index): [string, PageEntry] => {
    const order = String(index).padStart(4, '0');
    const entry = page('', order, `page-${order}`);
    return [`id-${order}`, Object.defineProperty(entry, 'title', { enumerable: true, get: () => `Title ${reads++}` })];
  });
  expect(slugs(translatedPages(placeBelow(''), pages.toReversed(), from, 3))).toEqual([
    ...['000000 page-0000', '000001 page-0001', '000002 page-0002'],
  ]);
  expect(reads).toBe(3);
  // A shown page is shown with its parents.
  expect(slugs(translatedPages(placeBelow(''), tree, from, 2))).toEqual(['000000 first', '000001 below']);
  expect(translatedPages(placeBelow(''), tree, from, 0)).toEqual([]);
});

it('has links to pages that there is no room for lead to where they are', () => {
  const [, [, last]] = translatedPages(placeBelow(''), tree, from, 2) as [unknown, [string, TranslatedPageEntry]];
  const linkTo = (id: string) => {
    const node = { object: 'block', type: 'content-ref', isVoid: true, data: { ref: { kind: 'page', page: id } } };
    const document = { object: 'document', data: {}, nodes: [node] } as unknown as Document;
    return relocateDocument(document, last.origin).nodes[0]!.data.ref;
  };
  expect(linkTo('first')).toEqual({ kind: 'page', page: last.parent });
  expect(linkTo('deep')).toEqual({ kind: 'page', page: 'deep', space: 'there' });
});
