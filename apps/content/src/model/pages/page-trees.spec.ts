import type { ChunkRepository } from '../../storage/store/chunk.repository';
import type { Chunk, ChunkData } from '../../storage/store/chunk';
import { PersistentMap } from '../../storage/store/persistent-map';
import { byOrder, type PageEntry } from './page-entry';
import { PageTrees } from './page-trees';

const stored = new Map<string, ChunkData>();
let reads = 0;
const map = new PersistentMap<PageEntry>({
  read: (hashes) => {
    reads += hashes.length;
    return Promise.resolve(hashes.map((hash) => ({ hash, data: stored.get(hash)! })));
  },
});
const keep = ({ root, chunks }: { root: string; chunks: Chunk[] }): string => {
  for (const { hash, data } of chunks) stored.set(hash, data);
  return root;
};
const page = (order: string, parent = ''): PageEntry => ({
  ...{ type: 'document', parent, order, slug: order, title: order, createdAt: '', updatedAt: '' },
});
const trees = () => new PageTrees({ map: () => map } as unknown as ChunkRepository);
const of = (pages: string) => ({ organizationId: 'o', space: 's', branch: 'main', pages });
const plain = (children: ReadonlyMap<string, readonly (readonly [string, PageEntry])[]>) =>
  [...children].map(([parent, siblings]) => [parent, siblings.map(([id]) => id)]).sort();

const before = keep(
  PersistentMap.fromEntries(
    Array.from({ length: 500 }, (_, n): [string, PageEntry] => [`p${n}`, page(`a${String(n).padStart(3, '0')}`)]),
  ),
);

it('tells of the next revision what it tells when nothing is known, at the cost of what changed', async () => {
  const changes = new Map<string, PageEntry | null>([
    ['new', page('a250x')],
    ['p7', page('b', 'p8')],
    ['p9', null],
    [
      'c',
      {
        type: 'computed',
        parent: '',
        order: 'c',
        title: '',
        createdAt: '',
        updatedAt: '',
        computed: { type: 'x' } as never,
      },
    ],
  ]);
  const after = keep(await map.update(before, changes));
  const known = trees();
  await known.of(of(before));
  reads = 0;
  const next = await known.of(of(after));
  expect(reads).toBeLessThan(40);
  const whole = await trees().of(of(after));
  expect(plain(next.children)).toEqual(plain(whole.children));
  expect(next.computed).toBe(1);
  expect(whole.computed).toBe(1);
  const top = next.children.get('')!;
  expect([...top].sort(byOrder)).toEqual(top);
  reads = 0;
  await known.of(of(after));
  expect(reads).toBe(0);
});

it('says what has to be read', async () => {
  const known = trees();
  expect(known.unread(of(before))).toEqual({});
  await known.of(of(before));
  expect(known.unread(of(before))).toBeUndefined();
  expect(known.unread({ ...of('next'), branch: 'other' })).toEqual({ base: before });
  expect(known.unread({ ...of('next'), space: 'other' })).toEqual({});
});
