import type { ComputedPlace } from './computed-place';
import { pagesOf } from './input-pages';

const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };

const place = (): ComputedPlace => ({
  id: 'place',
  path: '',
  taken: new Set(),
  entry: { type: 'computed', parent: '', order: 'a', title: 'Notes', computed: { type: '', props: {} }, ...times },
});

const idsOf = (input: unknown[]): string[] => pagesOf(place(), input).map(([id]) => id);

it('gives pages whose ids begin alike, and those without one, ids of their own', () => {
  const long = 'x'.repeat(200);
  const page = { type: 'document', title: 'Page' };
  const ids = idsOf([page, { ...page, id: `${long}1` }, { ...page, id: `${long}2` }, { ...page, id: '/0' }]);
  expect(new Set(ids).size).toBe(4);
  expect(idsOf([{ ...page, id: `${long}2` }])).toEqual([ids[2]]);
});

it('reads each page of a chain once, and none after the last that is shown', () => {
  let reads = 0;
  const pageAbove = (pages: unknown[]) => ({
    type: 'document',
    pages,
    get title() {
      reads++;
      return 'Page';
    },
  });
  let chain = pageAbove([]);
  for (let depth = 1; depth < 1_500; depth++) chain = pageAbove([chain]);
  expect(pagesOf(place(), [chain])).toHaveLength(1_000);
  expect(reads).toBe(1_000);
});
