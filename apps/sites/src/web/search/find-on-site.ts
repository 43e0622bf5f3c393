import { Injectable } from '@nestjs/common';
import { search, siteSpaceCalls, type Page, type SearchPageResult, type SearchSpaceResult } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { stateOf, type SiteView } from '../site-view';
import type { Visit } from '../visits';

/** Spaces besides the reader's of which the best pages are shown. */
const mostElsewhere = 8;
/** Pages that are answered at a time where no less are asked for. */
export const resultsPerPage = 10;

interface SiteQuery {
  query: string;
  /** The cursor of what was found where the reader is. */
  page?: string;
  /** Pages of where the reader is. */
  limit: number;
}

/** What was found on a site. */
export interface FoundOnSite {
  /** Where the reader is. */
  here: Page<SearchPageResult>;
  /** The best pages of other spaces, those in the reader's language first. */
  elsewhere: SearchSpaceResult[];
}

/** Searches a site as a reader does who is somewhere on it: what is near comes first. */
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
      // Further pages of results are of where the reader is alone.
      others.length > 0 && !asked.page
        ? this.rpc.call(siteSpaceCalls.searchSpaces, {
            principal: reader,
            body: { organization, spaces: others, query: asked.query, limit: mostElsewhere },
          })
        : { items: [] },
    ]);
    return { here, elsewhere: inLanguageFirst(view, elsewhere.items) };
  }

  /** What is found all over the site, the best first, wherever the reader is. */
  async everywhere({ view, reader, site }: Visit, query: string, page?: string): Promise<Page<SearchSpaceResult>> {
    if (!query) return { items: [] };
    const spaces = [...view.spaces.keys()];
    const body = { organization: site.organizationId, spaces, query, ...(page && { page }), limit: resultsPerPage };
    return this.rpc.call(siteSpaceCalls.searchSpaces, { principal: reader, body });
  }
}

/** Each keeps its place among those of its kind. */
function inLanguageFirst(view: SiteView, found: SearchSpaceResult[]): SearchSpaceResult[] {
  const own = stateOf(view, view.siteSpace)?.language;
  const isForeign = ({ id }: SearchSpaceResult) => Number((view.spaces.get(id)?.language ?? own) !== own);
  return found.toSorted((a, b) => isForeign(a) - isForeign(b));
}
