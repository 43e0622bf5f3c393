import { contract, post } from '../core/endpoint';
import { Const, Id, OneOf, Text, Union } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { ShareKey } from '../core/share-key';
import { SiteSearchResult } from '../content/site-spaces.contract';

class DefaultScope {
  @Const('default') mode!: 'default';
  @Id({
    optional: true,
    description: 'The site space to search, together with the default site spaces of the other sections.',
  })
  currentSiteSpace?: string;
  @OneOf(['currentSiteSpace', 'otherSiteSpaces'], {
    optional: true,
    description: 'Searches only the current site space, or only the others. Requires `currentSiteSpace`.',
  })
  restrictTo?: 'currentSiteSpace' | 'otherSiteSpaces';
}

class SpecificScope {
  @Const('specific') mode!: 'specific';
  @Id({ array: { max: 1000 } }) siteSpaceIds!: string[];
}

class WholeScope {
  @Const('all') mode!: 'all';
}

export const siteSearchScopes = [DefaultScope, SpecificScope, WholeScope];
export type SiteSearchScope = DefaultScope | SpecificScope | WholeScope;

/** The query and its scope: `scope`, or in the older form `mode` with its ids; the default scope without either. */
export class SearchSite {
  @Text({ min: 1, max: 512 }) query!: string;
  @Union('mode', () => siteSearchScopes, { optional: true }) scope?: SiteSearchScope;
  @OneOf(['all', 'current', 'specific'], {
    optional: true,
    description:
      'Deprecated. Use `scope`. `current` is the default scope with `siteSpaceId` as its current site space.',
  })
  mode?: 'all' | 'current' | 'specific';
  @Id({ optional: true }) siteSpaceId?: string;
  @Id({ array: { max: 1000 }, optional: true }) siteSpaceIds?: string[];
}

export class SearchSiteQuery extends PageQuery {
  @ShareKey() shareKey?: string;
}

export const siteSearch = contract('sites', 'Site search', {
  searchSiteContent: post('/orgs/:organizationId/sites/:siteId/search', {
    summary: 'Search the content of a site that the caller can read',
    query: SearchSiteQuery,
    body: SearchSite,
    returns: PageOf(SiteSearchResult),
    anonymous: true,
    unaudited: true,
  }),
});
