import { uniqueSlug } from './slug';

/** Slugs that count how often they are looked at. */
class CountingSet extends Set<string> {
  looks = 0;

  override has(slug: string): boolean {
    this.looks++;
    return super.has(slug);
  }
}

const wanted = ['a', 'b', 'a', 'a', 'a-1', 'b'];

it('makes slugs of siblings differ, with any slugs before', () => {
  const slugs = (taken: Set<string>) => wanted.map((slug) => uniqueSlug(slug, taken));
  const one = new Set<string>();
  expect([slugs(one), slugs(new Set(['a-1', 'a-3']))]).toEqual([
    ['a', 'b', 'a-1', 'a-2', 'a-1-1', 'b-1'],
    ['a', 'b', 'a-2', 'a-4', 'a-1-1', 'b-1'],
  ]);
  expect(uniqueSlug('a', one)).toBe('a-3');
  expect(['x'.repeat(100), 'x'.repeat(100)].map((slug) => uniqueSlug(slug, one).length)).toEqual([100, 98]);
});

it('looks at no slug twice for siblings that are all alike', () => {
  const taken = new CountingSet();
  for (let index = 0; index < 1_000; index++) uniqueSlug('a', taken);
  expect(taken.size).toBe(1_000);
  expect(taken.looks).toBeLessThan(2_500);
});
