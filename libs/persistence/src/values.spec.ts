import { containing, substringPattern } from './values';

it('finds text as it is, whatever LIKE makes of its characters', () => {
  expect(substringPattern('100%_A\\b')).toBe('%100\\%\\_A\\\\b%');
  expect(containing('100%_A\\b')).toBe('%100\\%\\_a\\\\b%');
});
