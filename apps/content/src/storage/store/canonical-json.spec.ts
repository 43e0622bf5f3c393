import * as fc from 'fast-check';
import { canonicalJson, contentHash, inStoredOrder } from './canonical-json';

describe('canonicalJson', () => {
  it('sorts members, drops absent ones and keeps the order of arrays', () => {
    expect(canonicalJson({ b: [2, 1], a: { d: null, c: undefined } })).toBe('{"a":{"d":null},"b":[2,1]}');
  });

  it('is the same text for any order of members, and means the value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [1n], [() => 1], [undefined]])('refuses %p', (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });
});

describe('contentHash', () => {
  it('is the first half of the SHA-256 of the canonical text', () => {
    expect(contentHash({})).toBe('44136fa355b3678a1146ad16f7e8649e');
  });
});

describe('inStoredOrder', () => {
  it('has members in the order of jsonb: shorter names first, then by their bytes', () => {
    const value = { zebra: 1, b: { é: 1, zz: 2, a: 3 }, aa: [{ b: 1, a: 2 }, null], ['__proto__']: 4 };
    expect(JSON.stringify(inStoredOrder(value))).toBe(
      '{"b":{"a":3,"zz":2,"é":1},"aa":[{"a":2,"b":1},null],"zebra":1,"__proto__":4}',
    );
  });

  it('leaves alone what Postgres answered', () => {
    const entry = Object.freeze({ zebra: 1, b: 2 });
    expect(inStoredOrder([entry])[0]).toBe(entry);
  });
});
