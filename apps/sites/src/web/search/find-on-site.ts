import { Injectable } from '@nestjs/common';
import { search, siteSpaceCalls, type Page, type SearchPageResult, type SearchSpaceResult } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { stateOf, type SiteView } from '../site-view';
import type { Visit } from '../visits';

/** The maximum of other spaces whose best pages are shown. */
const mostElsewhere = 8;
/** The default number of pages in a result. */
export const resultsPerPage = 10;

interface SiteQuery {
  query: string;
  /** The cursor of the results in the reader's space. */
  page?: string;
  /** The maximum of pages in the reader's space. */
  limit: number;
}

/** The results of a search on a site. */
export interface FoundOnSite {
  /** In the reader's space. */
  here: Page<SearchPageResult>;
  /** The best pages of other spaces, those in the reader's language first. */
  elsewhere: SearchSpaceResult[];
}

/** Searches a site from a reader's position: results of the reader's space come first. */
@Injectable()
export class FindOnSite {
  constructor(private readonly rpc: RpcClient) {}

  async run({ view, reader, site }: Visit, asked: SiteQuery): Promise<FoundOnSite> {
    if (!asked.query) return { here: { items: [] }, elsewhere: [] };
    const organization = site.organizationId;
    const { spaceId } = view.siteSpace;
    const others = [...view.spaces.keys()].filter((space) => space !== spaceId);
    const [here, elsewhere] = await Promise.all([
      this.rpc.call(search.searchSpaceContent, { principal: reader, params: { spaceId }, query: asked }),
      // Further pages of results are from the reader's space only.
      others.length > 0 && !asked.page
        ? this.rpc.call(siteSpaceCalls.searchSpaces, {
            principal: reader,
            body: { organization, spaces: others, query: asked.query, limit: mostElsewhere },
          })
        : { items: [] },
    ]);
    return { here, elsewhere: inLanguageFirst(view, elsewhere.items) };
  }

  /** The results of the whole site, best first, from any position. */
  async everywhere({ view, reader, site }: Visit, query: string, page?: string): Promise<Page<SearchSpaceResult>> {
    if (!query) return { items: [] };
    const spaces = [...view.spaces.keys()];
    const body = { organization: site.organizationId, spaces, query, ...(page && { page }), limit: resultsPerPage };
    return this.rpc.call(siteSpaceCalls.searchSpaces, { principal: reader, body });
  }
}

/** Stable: the order within each language stays. */
function inLanguageFirst(view: SiteView, found: SearchSpaceResult[]): SearchSpaceResult[] {
  const own = stateOf(view, view.siteSpace)?.language;
  const isForeign = ({ id }: SearchSpaceResult) => Number((view.spaces.get(id)?.language ?? own) !== own);
  return found.toSorted((a, b) => isForeign(a) - isForeign(b));
}
