import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020';
import fc from 'fast-check';
import { Url } from './fields';
import { parse } from './parse';
import { asUri, isUri, parsedUrl } from './uri';

class Link {
  @Url() url!: string;
}

const ajv = new Ajv2020();
addFormats(ajv);
const fitsFormat = ajv.compile({ type: 'string', format: 'uri' });
const run = {
  seed: Number(process.env.BINDERY_SEED ?? 1),
  numRuns: process.env.BINDERY_TEST === 'long' ? 50_000 : 500,
};

const kept = [
  ...[
    'https://example.com',
    'HTTPS://Example.com:8443?q#f',
    'http://user:pass@[::1]/a;b=c',
    'https://x.example/%C3%A4',
  ],
  ...["https://x.example/it's?a=b&c[]=d".replace('[]', '%5B%5D'), 'http://x.example/?#'],
];
const escaped = [
  ['https://x.example/?q="><script>', 'https://x.example/?q=%22%3E%3Cscript%3E'],
  ['https://exämple.com/ä b?ö#"', 'https://xn--exmple-cua.com/%C3%A4%20b?%C3%B6#%22'],
  ['https://x.example/a[0]{b}?c|d^`\\#e#f', 'https://x.example/a%5B0%5D%7Bb%7D?c%7Cd%5E%60%5C#e%23f'],
  ['https://x.example/100%?%zz', 'https://x.example/100%25?%25zz'],
  ['http:\\\\x.example\\a', 'http://x.example/a'],
  [' https://x.example/a\nb ', 'https://x.example/ab'],
] as const;

it('leaves URIs as they are', () => expect(kept.map(asUri)).toEqual(kept));

it.each(escaped)('%j becomes %s', (given, expected) => expect(asUri(given)).toBe(expected));

it.each([
  '',
  'x',
  '/a',
  'javascript:alert(1)',
  'data:text/html,"><script>',
  'https://',
  'https://a b/',
  'https://a"b/',
  'https://a`{b}/',
  'ftp://x.example',
])('%j is refused', (url) => expect(() => parse(Link, { url }, 'body')).toThrow('url must be an http or https URL'));

it.each(['#', '%41', 'é', ':', '/?', '"'])('a megabyte of %j is refused by a field, and can be read', (text) => {
  const url = `https://x.example/#${text.repeat(1_000_000)}`;
  expect(() => parse(Link, { url }, 'body')).toThrow('url must be a URL of at most 2048 characters');
  expect(isUri(asUri(url))).toBe(true);
});

it('is read however often it was before', () => {
  // `URL.canParse` answers false from the thousandth time or so.
  const answers = new Set(Array.from({ length: 20_000 }, () => parsedUrl('https://bücher.example/x')?.host));
  expect([...answers]).toEqual(['xn--bcher-kva.example']);
});

it('a field holds nothing but URIs that lead where the address that was given does', () => {
  const part = fc.string({ unit: 'binary', maxLength: 12 });
  const address = fc
    .tuple(
      fc.constantFrom('http', 'https', 'HTTP'),
      fc.webAuthority({ withUserInfo: true, withIPv6: true }),
      part,
      part,
      part,
    )
    .map(([scheme, authority, path, query, fragment]) => `${scheme}://${authority}/${path}?${query}#${fragment}`);
  fc.assert(
    fc.property(fc.oneof(address, fc.webUrl({ withFragments: true, withQueryParameters: true })), (given) => {
      if (!parsedUrl(given)) return;
      const { url } = parse(Link, { url: given }, 'body');
      expect([given, url, fitsFormat(url), isUri(url)]).toEqual([given, url, true, true]);
      expect(new URL(url).host).toBe(new URL(given).host);
      expect(asUri(url)).toBe(url);
    }),
    run,
  );
});
