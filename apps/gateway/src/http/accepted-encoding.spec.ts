import { acceptedEncoding } from './accepted-encoding';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  // The client's weights come first, then the size.
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0.8, gzip;q=0.8', 'br'],
  ['gzip;q=0.2, *;q=0.1', 'gzip'],
  ['gzip; q=1.0', 'gzip'],
  // A weight of 0 refuses.
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0', undefined],
  ['*;q=0', undefined],
  ['br, *;q=0', 'br'],
  ['br;q=0, *', 'gzip'],
  // The text as it is.
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['identity;q=0', undefined],
  ['brotli, x-br', undefined],
])('of %p is %p', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
