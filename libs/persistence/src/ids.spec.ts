import { derivedId, newId, randomId, randomText, uuidv7, withLetterFirst } from './ids';

it('makes ids of a letter and 21 letters and digits in the order of time', () => {
  const ids = [1, 61, 62, 3844, 1_700_000_000_000, 1_700_000_000_001, 4_000_000_000_000].map(newId);
  expect(ids.every((id) => /^[A-Za-z][0-9A-Za-z]{21}$/.test(id))).toBe(true);
  expect([...ids].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))).toEqual(ids);
});

it('makes ids that come after all ids of before, which began with a digit', () => {
  const before = `0${'z'.repeat(21)}`;
  expect(Buffer.compare(Buffer.from(before), Buffer.from(newId(0)))).toBe(-1);
});

it('makes ids that are secrets, and ids from texts, which begin with a letter as well', () => {
  for (let i = 0; i < 500; i++) {
    expect(randomId(32)).toMatch(/^[A-Za-z][0-9A-Za-z]{31}$/);
    expect(derivedId(String(i))).toMatch(/^[a-p][0-9a-f]{23}$/);
  }
  expect(derivedId('a')).toBe(derivedId('a'));
  expect(new Set(['0a', '1a', '9a', 'aa', 'fa'].map(withLetterFirst))).toEqual(new Set(['ga', 'ha', 'pa', 'aa', 'fa']));
});

it('makes ids that differ within a millisecond', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId(5))).size).toBe(10_000);
});

it('uses every letter and digit about equally', () => {
  const counts = new Map<string, number>();
  for (const letter of randomText(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(62);
  for (const count of counts.values()) expect(count).toBeGreaterThan(800);
});

it('makes UUIDs of version 7', () => {
  expect(uuidv7(0x0123456789ab)).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('makes UUIDs that sort in their order, also in one millisecond', () => {
  const made = Array.from({ length: 2_000 }, () => uuidv7(0x0123456789ab));
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});
