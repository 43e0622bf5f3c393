import { importedRedirects } from './imported-redirects';

const pages = new Map([
  ['docs/guide/new.md', 'new'],
  ['docs/guide/README.md', 'guide'],
]);

function read(redirects: Record<string, string>) {
  const problems: string[] = [];
  const settings = { root: 'guide', readme: 'README.md', summary: 'SUMMARY.md', redirects };
  const add = ({ message }: { message: string }) => void problems.push(message);
  return { found: importedRedirects({ root: 'docs/guide', settings }, pages, { add }, 'docs'), problems };
}

it('leads old paths to pages, relative to the root', () => {
  const { found, problems } = read({ 'old/way': 'new.md', '/old/': './new.md#part', start: './', 'a b': 'README.md' });
  expect(found).toEqual([
    { source: '/old/way', page: 'new' },
    { source: '/old', page: 'new' },
    { source: '/start', page: 'guide' },
    { source: '/a%20b', page: 'guide' },
  ]);
  expect(problems).toEqual([]);
});

it.each([
  ['old', 'gone.md', 'no page'],
  ['old', '../../../etc/passwd', 'no page'],
  ['old', 'https://evil.example/', 'no page'],
  ['/', 'new.md', 'no path'],
  ['x'.repeat(500), 'new.md', 'no path'],
])('leaves out %s: %s and tells it', (from, to, why) => {
  const { found, problems } = read({ [from]: to });
  expect(found).toEqual([]);
  expect(problems).toEqual([expect.stringContaining(why)]);
});
