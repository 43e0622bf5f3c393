import { isProse } from './translatable';

it.each([
  ['A text', true],
  ['https://docs.example.com/a', false],
  ['ann@mail.example.com', false],
  ['See https://docs.example.com', true],
  ['://a', true],
  ['a://', true],
  ['@mail.example', true],
  ['ann@.example', true],
  ['ann@mail.', true],
  ['{{ a placeholder }}', false],
  ['{% tag %}', false],
  ['123', false],
])('%s: %s', (text, expected) => {
  expect(isProse(text)).toBe(expected);
});

it('takes time in proportion to the length of a text with many signs', () => {
  const start = process.cpuUsage();
  expect(isProse(`${'@a.'.repeat(30_000)} b`)).toBe(true);
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
});
