import * as fc from 'fast-check';
import { orderKeyBetween, orderKeysBetween, placeAt } from './order-key';

const isAscending = (keys: string[]) => keys.every((key, at) => at === 0 || (keys[at - 1] as string) < key);

describe('orderKeysBetween', () => {
  it('appends 10,000 siblings with keys of at most four characters', () => {
    const keys = orderKeysBetween(null, null, 10_000);
    expect(isAscending(keys)).toBe(true);
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThanOrEqual(4);
    let last = keys.at(-1) as string;
    for (let count = 0; count < 1000; count++) last = orderKeyBetween(last, null);
    expect(last.length).toBeLessThanOrEqual(4);
  });

  it('puts 1,000 keys between two neighbours with few characters', () => {
    const [low, high] = orderKeysBetween(null, null, 2) as [string, string];
    const keys = orderKeysBetween(low, high, 1000);
    expect(isAscending([low, ...keys, high])).toBe(true);
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThanOrEqual(5);
  });

  it('refuses neighbours that are equal or in the wrong order', () => {
    expect(() => orderKeysBetween('a1', 'a1', 1)).toThrow(RangeError);
    expect(() => orderKeyBetween('a2', 'a1')).toThrow(RangeError);
  });
});

describe('placeAt', () => {
  it('keeps the order of siblings under any insertions', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 3 })), { maxLength: 60 }), (insertions) => {
        const siblings: string[] = [];
        for (const [at, count] of insertions) {
          const index = at % (siblings.length + 1);
          const { keys, rekeyed } = placeAt(siblings, index, count);
          expect(rekeyed.size).toBe(0);
          siblings.splice(index, 0, ...keys);
        }
        expect(isAscending(siblings)).toBe(true);
      }),
    );
  });

  it('makes room inside a run of equal keys', () => {
    const siblings = ['a0', 'a1', 'a1', 'a1', 'a2'];
    const { keys, rekeyed } = placeAt(siblings, 2, 1);
    expect([...rekeyed.keys()]).toEqual([2, 3]);
    expect(isAscending(['a0', 'a1', ...keys, ...rekeyed.values(), 'a2'])).toBe(true);
    expect(placeAt(siblings, 1, 1).rekeyed.size).toBe(0);
  });
});
