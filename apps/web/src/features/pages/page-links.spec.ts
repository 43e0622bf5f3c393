import { pageAt, pagePath } from './page-links';

const place = { organizationId: 'o', spaceId: 's', changeRequestId: 'c' };

it.each(['install', 'guides/install', '50%-off', 'a%20b', 'größe'])(
  'leads to the page %s, and knows it again',
  (path) => {
    const to = pagePath(place, path);
    expect(pageAt(place, to)).toBe(path);
    expect(pageAt(place, new URL(to, 'https://example.com').pathname)).toBe(path);
    expect(pageAt({ ...place, changeRequestId: 'other' }, to)).toBe('');
  },
);

it('takes a path that is not encoded as it is', () => {
  expect(pageAt(place, `${pagePath(place)}/50%-off`)).toBe('50%-off');
  expect(pageAt(place, pagePath(place))).toBe('');
});
