import { normalSource, redirectSource } from './appearance.contract';

it.each([
  ['/a%c3%bc', '/a%C3%BC'],
  ['/%61/%7eb', '/a/~b'],
  ['/a%2fb/c', '/a%2Fb/c'],
  ['/a%28b%29', '/a%28b%29'],
  // Escapes that are no UTF-8 text stay as they are.
  ['/a%ff/%7e', '/a%ff/~'],
])('writes the source %s as %s, and that as it is', (source, normal) => {
  expect(normalSource(source)).toBe(normal);
  expect(normalSource(normal)).toBe(normal);
});

it('writes the path of a visit as its source is written', () => {
  expect(redirectSource(['über uns', "it's", 'a/b'])).toBe(normalSource('/%c3%bcber%20uns/it%27s/a%2fb'));
});
