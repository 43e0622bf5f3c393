import { LRUCache } from 'lru-cache';
import { kept, type HiddenContent } from './hidden-content';

/** Ids of pages and parts that are cached after so many readers, each with so many ids of their own. */
function idsAfter(readers: number, ids: number, key: string): { ids: number; readers: number } {
  const known = new LRUCache<string, HiddenContent>(kept);
  for (let reader = 0; reader < readers; reader++) {
    const own = new Set(Array.from({ length: ids / 2 }, (_, n) => `${reader}-${n}`));
    known.set(`${key} ${reader}`, { pages: own, parts: own });
  }
  const left = [...known.values()];
  return { ids: left.reduce((sum, { pages, parts }) => sum + pages.size + parts.size, 0), readers: left.length };
}

it('keeps what is hidden from a bounded number of ids, be they of few readers or of many', () => {
  expect(idsAfter(50, 10_000, 'roots').ids).toBeLessThanOrEqual(kept.maxSize);
  expect(idsAfter(50, 10_000, 'roots').readers).toBeGreaterThan(10);
  expect(idsAfter(5_000, 10, 'roots').readers).toBe(5_000);
});

it('counts what is known of a reader with it', () => {
  expect(idsAfter(500, 2, 'x'.repeat(20_000)).readers).toBeLessThan(200);
});
