import { asUri } from '@bindery/contracts';
import { beginsWith } from './unfurl-address';

it.each([
  ['https://cards.example.com', 'https://cards.example.com/a'],
  ['cards.example.com/a', 'https://cards.example.com/ab?c'],
  ['https://cards.example.com/', 'http://cards.example.com/a'],
  ['https://Cards.Example.com/', 'HTTPS://cards.example.COM:443/a'],
  ['https://käse.example/ä', 'https://käse.example/ähnlich'],
  ['käse.example', 'https://xn--kse-qla.example/'],
  ['https://xn--kse-qla.example/%C3%A4', 'https://käse.example/ä'],
  ['https://cards.example.com/a|b', 'https://cards.example.com/a|b c'],
])('%s begins %s', (entry, url) => expect(beginsWith(asUri(url), entry)).toBe(true));

it.each([
  ['https://cards.example.com', 'https://cards.example.com.example.org/'],
  ['https://cards.example.com/a', 'https://cards.example.com/b'],
  ['https://cards.example.com/', 'https://www.cards.example.com/'],
  ['', 'https://cards.example.com/'],
  ['https://', 'https://cards.example.com/'],
])('%j does not begin %s', (entry, url) => expect(beginsWith(asUri(url), entry)).toBe(false));
