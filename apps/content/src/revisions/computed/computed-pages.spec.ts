import type { Principal } from '@bindery/contracts';
import type { OpenApiPages } from './openapi-pages';
import type { DocumentPageEntry, PageEntry } from '../../model/pages/page-entry';
import { PageTrees } from '../../model/pages/page-trees';
import type { PageConditions } from '../visitor-content/page-conditions';
import type { ChunkRepository } from '../../storage/store/chunk.repository';
import type { ComputedTree } from './computed-content';
import type { ComputedPlace } from './computed-place';
import { ComputedPages } from './computed-pages';
import type { IntegrationPages } from './integration-pages';
import type { TranslationPages } from './translation-pages';

const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
const pageOf = (slug: string): DocumentPageEntry => ({
  ...{ type: 'document', parent: '', order: 'm', title: slug, slug, ...times },
});
const place = (order: string): PageEntry => ({
  ...{ type: 'computed', parent: '', order, title: 'French', ...times },
  computed: { type: 'builtin:translation', props: {} },
});

/** Revisions, named by their pages, with three placeholders of so many computed pages each; and the requests to each of them. */
function computing(pagesOfEach: number) {
  const asked: [place: string, room: number][] = [];
  const tree: ComputedTree = {
    version: '1',
    pagesIn: ({ id }, room) => {
      asked.push([id, room]);
      return Array.from({ length: pagesOfEach }, (_, index) => [`${id}-${index}`, pageOf(`${id}-${index}`)]);
    },
  };
  const entries = () => Promise.resolve(['a', 'b', 'c'].map((id) => [id, place(id)] as const));
  const treesIn = (_space: object, _reader: object, places: readonly ComputedPlace[]) =>
    Promise.resolve(new Map(places.map((one) => [one, tree])));
  const nothing = () => Promise.resolve(new Map());
  const before = { type: 'document', parent: '', order: 'a' };
  const diff = () => Promise.resolve([{ key: 'x', before, after: { ...before, title: 'Changed' } }]);
  const chunks = { map: () => ({ entries, diff }) } as unknown as ChunkRepository;
  const pages = new ComputedPages(
    chunks,
    { versions: nothing } as unknown as OpenApiPages,
    { trees: nothing } as unknown as IntegrationPages,
    { trees: treesIn } as unknown as TranslationPages,
    {} as PageConditions,
    new PageTrees(chunks),
  );
  const reader = {} as Principal;
  return { asked, all: (revision: string) => pages.all({ organizationId: 'o', space: 's', pages: revision, reader }) };
}

it('shows no more computed pages than a revision may have, and asks no place for which no room is left', async () => {
  const { asked, all } = computing(2_500);
  const { instead, byId, byPath } = (await all('one'))!;
  expect([...instead].map(([id, pages]) => [id, pages.length])).toEqual([
    ['a', 2_500],
    ['b', 2_500],
  ]);
  expect([byId.size, byPath.size]).toEqual([5_000, 5_000]);
  expect(asked).toEqual([
    ['a', 5_000],
    ['b', 2_500],
  ]);
});

it('cuts the pages of a place that has more than there is room for', async () => {
  const { instead, byId } = (await computing(3_000).all('one'))!;
  expect([...instead.values()].map(({ length }) => length)).toEqual([3_000, 2_000]);
  expect(byId.size).toBe(5_000);
});

it.each([
  ['many revisions with few pages', 1, 100, true],
  ['few revisions with many pages', 5_000, 20, false],
])('keeps %s', async (_, pagesOfEach, revisions, isKept) => {
  const { asked, all } = computing(pagesOfEach);
  const first = await all('0');
  for (let index = 1; index < revisions; index++) await all(String(index));
  const before = asked.length;
  expect((await all('0')) === first).toBe(isKept);
  expect(asked.length === before).toBe(isKept);
});
