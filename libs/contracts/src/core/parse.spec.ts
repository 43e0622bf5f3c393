import { SearchQuery } from '../content/search.contract';
import { ListMembersQuery } from '../identity/members.contract';
import { ContentQuery } from '../content/revisions.contract';
import { parseQuery } from './parse';

it('takes the text null for a word where a user writes text', () => {
  expect(parseQuery(SearchQuery, { query: 'null' })).toMatchObject({ query: 'null' });
  expect(parseQuery(ListMembersQuery, { search: 'null' })).toMatchObject({ search: 'null' });
});

it('takes the text null for nothing where it cannot be a value', () => {
  expect(parseQuery(ListMembersQuery, { page: 'null', limit: 'null', role: 'null' })).toEqual(
    parseQuery(ListMembersQuery, {}),
  );
  expect(parseQuery(ContentQuery, { metadata: 'null' })).toEqual({ metadata: true, computed: true });
});
