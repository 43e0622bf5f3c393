import { graphemes } from '@bindery/documents';
import { beginning, partsOf } from './graphemes';

const family = '👩‍👩‍👧';
const accented = 'e\u0301';

it.each([
  [`ab${family}c`, 3, 'ab'],
  [`ab${family}c`, 2 + family.length, `ab${family}`],
  [`${accented}${accented}`, 3, accented],
  ['🇩🇪🇫🇷', 6, '🇩🇪'],
  ['a\r\nb', 2, 'a'],
  ['short', 5, 'short'],
])('cuts %j at most at %d, between graphemes', (text, length, expected) => {
  expect(beginning(text, length)).toBe(expected);
});

it('cuts within a grapheme that is longer, but no character', () => {
  expect(beginning(`e${'\u0301'.repeat(9)}`, 4)).toBe('e\u0301\u0301\u0301');
  expect(beginning(family, 4)).toBe('👩‍');
});

it('divides a text into parts that are the text again', () => {
  expect(partsOf('', 5)).toEqual(['']);
  const text = `${family}x${accented}`.repeat(50);
  const parts = partsOf(text, 30);
  expect(parts.join('')).toBe(text);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(30);
  for (const part of parts) expect(part).not.toMatch(/^[\u0301\u200d\udc00-\udfff]/);
});

it('looks through a long text once', () => {
  const looked = jest.spyOn(graphemes, 'segment');
  const text = `${family}x${accented}`.repeat(20_000);
  const parts = partsOf(text, 5_000);
  expect(parts.join('')).toBe(text);
  const characters = looked.mock.calls.reduce((sum, [part]) => sum + part.length, 0);
  expect(characters).toBeLessThan(1.1 * text.length);
});
