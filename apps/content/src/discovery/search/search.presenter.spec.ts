import { presentHit } from './search.presenter';

it('shows a long section once, by its best part and in the place of that', () => {
  const section = (anchor: string | null, body: string) => ({ anchor, title: anchor ?? '', body });
  const hit = {
    ...{ space: 's', page: 'p', title: 'Page', path: 'page', score: 1, best: 1, total: 1, coverage: 1 },
    sections: [section('long', 'Best.'), section(null, 'Good.'), section('long', 'Last.')],
  };
  const space = { id: 's', organizationId: 'o', title: 'Space', version: '', roots: [], analyzer: '', shards: [] };
  const { sections } = presentHit(space, hit, { publicUrl: 'https://a.test', beginnings: [] });
  expect(sections!.map(({ id, body }) => [id, body])).toEqual([
    ['p#long', 'Best.'],
    ['p', 'Good.'],
  ]);
});
