import type { SearchSite } from '@bindery/contracts';
import { Structure } from '../model/structure';
import { spacesIn } from './search-scope';

const section = (id: string, isDefault: boolean) => ({
  ...{ id, siteId: 'site', groupId: null, title: id, path: id, orderKey: id, isDefault, condition: null },
  ...{ icon: null, description: null },
});
const siteSpace = (id: string, sectionId: string, isDefault: boolean, spaceId = `space-${id}`) => ({
  ...{ id, siteId: 'site', spaceId, sectionId, path: id, orderKey: id, condition: null, isDefault },
  ...{ customization: {}, hidden: false },
});

/** Two sections of two site-spaces each; the home of the first is in a third one as well. */
const structure = new Structure({
  groups: [],
  links: [],
  sections: [section('a', true), section('b', false), section('c', false)],
  siteSpaces: [
    ...[siteSpace('home', 'a', true), siteSpace('home-de', 'a', false)],
    ...[siteSpace('api', 'b', true), siteSpace('api-de', 'b', false)],
    siteSpace('again', 'c', true, 'space-home'),
  ],
});

const searched = (body: Omit<SearchSite, 'query'>): string[] =>
  spacesIn(structure, { query: 'q', ...body }).map((space) => space.slice('space-'.length));

it('searches the current site-space and the defaults of the other sections', () => {
  for (const currentSiteSpace of ['home', 'home-de', 'api-de']) {
    const expected = { home: ['home', 'api'], 'home-de': ['home-de', 'api', 'home'], 'api-de': ['api-de', 'home'] };
    const names = expected[currentSiteSpace as keyof typeof expected];
    expect(searched({ scope: { mode: 'default', currentSiteSpace } })).toEqual(names);
    // As older clients ask.
    expect(searched({ mode: 'current', siteSpaceId: currentSiteSpace })).toEqual(names);
  }
  expect(searched({ scope: { mode: 'default' } })).toEqual(['home', 'api']);
});

it('divides that scope into the current site-space and the others', () => {
  const part = (currentSiteSpace: string, restrictTo: 'currentSiteSpace' | 'otherSiteSpaces') =>
    searched({ scope: { mode: 'default', currentSiteSpace, restrictTo } });
  expect([part('home', 'currentSiteSpace'), part('home', 'otherSiteSpaces')]).toEqual([['home'], ['api']]);
  expect([part('api-de', 'currentSiteSpace'), part('api-de', 'otherSiteSpaces')]).toEqual([['api-de'], ['home']]);
  expect(() => searched({ scope: { mode: 'default', restrictTo: 'otherSiteSpaces' } })).toThrow('currentSiteSpace');
});
