import type { ChunkData } from '../../storage/store/chunk';
import { orderKeysBetween } from '@bindery/persistence';
import { PersistentMap } from '../../storage/store/persistent-map';
import { childrenOf } from '../../model/pages/page-children';
import { byOrder, type PageEntry } from '../../model/pages/page-entry';
import { MapEdit } from './map-edit';
import { PageEdit } from './page-edit';

const stored = new Map<string, ChunkData>();
let reads = 0;
const reader = {
  read: (hashes: readonly string[]) => {
    reads += 1;
    return Promise.resolve(hashes.map((hash) => ({ hash, data: stored.get(hash)! })));
  },
};

const page = (order: string, slug: string): PageEntry => ({
  ...{ type: 'document', parent: '', order, slug, title: slug, createdAt: '', updatedAt: '' },
});

/** A space of so many pages, all of them with one title. */
function edit(count: number) {
  const orders = orderKeysBetween(null, null, count);
  const slugs = orders.map((_, at) => (at === 0 ? 'same' : `same-${at}`));
  const entries = orders.map((order, at): [string, PageEntry] => [`p${at}`, page(order, slugs[at]!)]);
  const keep = <V extends NonNullable<unknown>>(all: [string, V][]): string => {
    const { root, chunks } = PersistentMap.fromEntries(all);
    for (const { hash, data } of chunks) stored.set(hash, data);
    return root;
  };
  const map = new MapEdit(new PersistentMap<PageEntry>(reader), keep(entries));
  const bySlug = slugs.map((slug, at): [string, string] => [`/${slug}`, `p${at}`]);
  const slugMap = new MapEdit(new PersistentMap<string>(reader), keep(bySlug));
  const children = childrenOf(entries);
  for (const siblings of children.values()) siblings.sort(byOrder);
  reads = 0;
  const pages = new PageEdit(map, slugMap, () => Promise.resolve({ children, computed: 0 }));
  return { pages, map, slugMap, orders };
}

it('finds a slug and the last place among thousands of pages of one title without reading them', async () => {
  const { pages, orders } = edit(3_000);
  expect(await pages.freeSlug('', 'same', 'new')).toBe('same-3000');
  expect(await pages.freeSlug('', 'other', 'new')).toBe('other');
  const order = await pages.placeIn('', undefined);
  expect(order > orders.at(-1)!).toBe(true);
  // Each look-up of a slug reads a path of the map.
  expect(reads).toBeLessThan(120);
});

it('gives the least number where no page has left a gap', async () => {
  for (const count of [0, 1, 2, 3, 4, 5, 8, 9]) {
    const { pages } = edit(count);
    expect(await pages.freeSlug('', 'same', 'new')).toBe(count === 0 ? 'same' : `same-${count}`);
  }
});

it('knows what the changes before have made of siblings', async () => {
  const { pages, orders } = edit(4);
  await pages.put('a', page(await pages.placeIn('', undefined), 'a'));
  const second = await pages.placeIn('', undefined);
  await pages.put('b', page(second, 'b'));
  expect((await pages.get('a'))!.order < second).toBe(true);
  await pages.remove('a');
  await pages.remove('b');
  await pages.remove('p3');
  const last = await pages.placeIn('', undefined);
  expect(last > orders[2]!).toBe(true);
  await pages.put('c', page(last, 'c'));
  const between = await pages.placeIn('', 3);
  expect(orders[2]! < between && between < last).toBe(true);
  expect((await pages.placeIn('', 0)) < orders[0]!).toBe(true);
});

it('builds the map of slugs again only for another slug', async () => {
  const { pages, slugMap } = edit(4);
  const before = (await pages.get('p1'))!;
  await pages.put('p1', { ...before, title: 'Another title' });
  expect(slugMap.changed).toEqual([]);
  await pages.put('p1', { ...before, slug: 'another' } as PageEntry);
  expect(slugMap.changed).toContainEqual(['/another', 'p1']);
});

it('reads a stored page once, however often an edit asks for it', async () => {
  const { map } = edit(4);
  await map.get('p1');
  const first = reads;
  await map.get('p1');
  map.set('p1', null);
  expect(await map.stored('p1')).toMatchObject({ slug: 'same-1' });
  expect(reads).toBe(first);
});
