import { parseAppUrl } from './app-url';

const parse = (path: string) => parseAppUrl(`https://docs.example.com/base${path}`, 'https://docs.example.com/base');

it.each([
  ['/app/o/o1/c/c1', { organization: 'o1', collection: 'c1' }],
  ['/app/o/o1/s/s1', { organization: 'o1', space: 's1', path: '' }],
  ['/app/o/o1/s/s1/', { organization: 'o1', space: 's1', path: '' }],
  ['/app/o/o1/s/s1/a/b?x=1#y', { organization: 'o1', space: 's1', path: 'a/b' }],
  ['/app/o/o1/s/s1/caf%C3%A9', { organization: 'o1', space: 's1', path: 'café' }],
  ['/app/o/o1/s/s1/~/revisions/r1/a', { organization: 'o1', space: 's1', revision: 'r1', path: 'a' }],
  ['/app/o/o1/s/s1/~/change-requests/7/a', { organization: 'o1', space: 's1', changeRequest: '7', path: 'a' }],
])('reads %s', (path, expected) => {
  expect(parse(path)).toEqual(expected);
});

it.each(['/app/o/o1', '/app/o/o1/s', '/app/o/o1/s/s1/~/other', '/v1/spaces/s1', '/app/o/o1/s/s1/%E0%A4%A'])(
  'does not know %s',
  (path) => {
    expect(parse(path)).toBeUndefined();
  },
);

it('knows its own addresses alone', () => {
  for (const url of ['https://other.example.com/base/app/o/o1/s/s1', 'https://docs.example.com/app/o/o1/s/s1'])
    expect(parseAppUrl(url, 'https://docs.example.com/base')).toBeUndefined();
});
