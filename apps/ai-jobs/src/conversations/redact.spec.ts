import { seededRandom } from '@bindery/testing';
import { redact } from './redact';

const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----';
/** So many characters that they are no key. */
const far = 'x '.repeat(5_001);

it.each([
  [`My key: ${key} and ${key}.`, 'My key: [token] and [token].'],
  ['-----BEGIN A-----BEGIN B-----\nx-----END B-----', '[token]'],
  [`-----BEGIN A-----${far}-----BEGIN B-----y-----END B-----`, `-----BEGIN A-----${far}[token]`],
  ['-----BEGIN A-----END A-----', '-----BEGIN A-----END A-----'],
  ['-----END A----- -----BEGIN A-----', '-----END A----- -----BEGIN A-----'],
  ['Write to ann.o+x@mail.example.com, or жук@почта.рф!', 'Write to [email], or [email]!'],
  ['a@b.c@d.e@f.g', '[email]@[email]'],
  ['@b.c and a@b', '@b.c and a@b'],
  [`${'é '.repeat(3)}${'é'.repeat(70)}@b.c`, `é é é ${'é'.repeat(6)}[email]`],
  ['bearer abcdefghijkl', 'bearer [token]'],
  ['eyJhbGciOiJ.eyJzdWIi.abc', '[token]'],
  ['password: "hunter22", token=abcd', 'password: "[token]", token=[token]'],
  ['4111 1111 1111 1111 and 4111 1111 1111 1112', '[card] and 4111 1111 1111 1112'],
])('%s', (text, expected) => {
  expect(redact(text)).toBe(expected);
});

it('finds what one expression for the whole would find', () => {
  const random = seededRandom(1);
  const parts = ['-----BEGIN A', '-----', '-----END A-----', 'a', '@', 'b.c', ' ', '\n', 'é', '.', '-', '\u{1d400}'];
  for (let run = 0; run < 3_000; run++) {
    const text = Array.from({ length: 12 }, () => parts[Math.floor(random() * parts.length)]!).join('');
    const expected = text
      .replace(/-----BEGIN [A-Z ]{1,40}-----[^]{0,10000}?-----END [A-Z ]{1,40}-----/g, '[token]')
      .replace(/[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu, '[email]');
    expect(redact(text)).toBe(expected);
  }
});

it.each(['-----BEGIN A-----', 'ж', '-----END A-----', 'a@b'])('takes time in proportion to a text of %s', (text) => {
  const long = text.repeat(8_000_000 / text.length);
  const start = process.cpuUsage();
  expect(redact(long)).toBe(long);
  // It was 7 seconds where each start was searched for its end.
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(3_000);
});
