import * as fc from 'fast-check';
import { canonicalJson, contentHash } from './canonical-json';

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
