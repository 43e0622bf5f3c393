import { OwnPages } from './own-pages';

const pages = new OwnPages({ PUBLIC_URL: 'https://docs.example.com/base' });
const sent = (headers: Record<string, string>) => ({ headers: { host: 'docs.example.com', ...headers } });

it.each<[string, Record<string, string>, { foreign: boolean; shown: boolean }]>([
  [
    'a page of ours',
    { origin: 'https://docs.example.com', 'sec-fetch-site': 'same-origin' },
    { foreign: false, shown: true },
  ],
  ['one in a browser without Sec-Fetch-Site', { origin: 'https://docs.example.com' }, { foreign: false, shown: true }],
  [
    'a page of ours that sends no referrer',
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { foreign: false, shown: true },
  ],
  ['the user alone', { 'sec-fetch-site': 'none' }, { foreign: false, shown: true }],
  [
    'ours under another name',
    { origin: 'https://127.0.0.1:4000', host: '127.0.0.1:4000' },
    { foreign: false, shown: true },
  ],
  ['a program', {}, { foreign: false, shown: false }],
  ['another site', { origin: 'https://evil.example' }, { foreign: true, shown: false }],
  ['another site that only links', { 'sec-fetch-site': 'cross-site' }, { foreign: true, shown: false }],
  ['a sibling', { origin: 'https://docs.example.com', 'sec-fetch-site': 'same-site' }, { foreign: true, shown: false }],
  ['a sandbox', { origin: 'null' }, { foreign: true, shown: false }],
  [
    'a name that begins like ours',
    { origin: 'https://docs.example.com.evil.example' },
    { foreign: true, shown: false },
  ],
  ['our name without TLS', { origin: 'http://docs.example.com' }, { foreign: true, shown: false }],
])('knows %s', (_, headers, { foreign, shown }) => {
  expect(pages.isForeign(sent(headers))).toBe(foreign);
  expect(pages.isShownOwn(sent(headers))).toBe(shown);
});
