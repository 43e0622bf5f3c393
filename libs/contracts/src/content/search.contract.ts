import { contract, get } from '../core/endpoint';
import { Id, Nested, Text, Url } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';

class SearchUrls {
  @Url() app!: string;
}

export class SearchSectionResult {
  @Text() id!: string;
  @Text() title!: string;
  @Text() path!: string;
  @Text({ description: 'An excerpt of the section with the searched words.' }) body!: string;
  @Nested(() => SearchUrls) urls!: SearchUrls;
}

export class SearchPageResult {
  @Id() id!: string;
  @Text() title!: string;
  @Text() path!: string;
  @Nested(() => SearchSectionResult, { array: true, optional: true }) sections?: SearchSectionResult[];
  @Nested(() => SearchUrls) urls!: SearchUrls;
}

export class SearchSpaceResult {
  @Id() id!: string;
  @Text() title!: string;
  @Nested(() => SearchPageResult, { array: true }) pages!: SearchPageResult[];
}

export class SearchQuery extends PageQuery {
  @Text({ min: 1, max: 512 }) query!: string;
}

export const search = contract('content', 'Search', {
  searchSpaceContent: get('/spaces/:spaceId/search', {
    summary: 'Search the pages of a space',
    anonymous: true,
    query: SearchQuery,
    returns: PageOf(SearchPageResult),
  }),
  searchOrganizationContent: get('/orgs/:organizationId/search', {
    summary: 'Search the pages of all spaces that the caller can see',
    query: SearchQuery,
    returns: PageOf(SearchSpaceResult),
  }),
});
