import fc from 'fast-check';
import { cutText } from './cut-text';

/** Half of a surrogate pair. */
const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

it('cuts between lines where there are some, and loses nothing', () => {
  expect(cutText('a\nb\nc', 3)).toEqual(['a\n', 'b\nc']);
  expect(cutText('abcdef', 4)).toEqual(['abcd', 'ef']);
  expect(cutText('', 4)).toEqual(['']);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.integer({ min: 2, max: 12 }), (text, most) => {
      const parts = cutText(text, most);
      expect(parts.join('')).toBe(text);
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(most);
        // No part ends within a character.
        expect(part).not.toMatch(half);
      }
    }),
  );
});
