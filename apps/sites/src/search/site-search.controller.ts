import { Controller } from '@nestjs/common';
import {
  siteSearch as contract,
  siteSpaceCalls,
  type Endpoint,
  type Page,
  type RequestOf,
  type SiteSearchResult,
} from '@bindery/contracts';
import { Handles, rawAnswer, RpcClient, type Reply } from '@bindery/messaging';
import { SingleFlight } from '@bindery/loading';
import { SiteReader } from '../audience/site-reader';
import { spacesIn } from './search-scope';

@Controller()
export class SiteSearchController {
  /** Concurrent equal searches share a request, because some queries are frequent. */
  private readonly asking = new SingleFlight<Reply>();

  constructor(
    private readonly reader: SiteReader,
    private readonly rpc: RpcClient,
  ) {}

  @Handles(contract.searchSiteContent)
  async search(request: RequestOf<typeof contract.searchSiteContent>) {
    const { query, body, params } = request;
    const { structure, as } = await this.reader.read(request);
    const spaces = spacesIn(structure, body);
    const { page, limit } = query;
    const { subject } = siteSpaceCalls.searchSpaces as Endpoint;
    const question = {
      principal: as,
      body: { organization: params.organizationId, spaces, query: body.query, page, limit },
    };
    // The time of a visit determines the readable revisions, but not the results of a search.
    const asker = { ...as, visit: as.visit && { ...as.visit, issuedAt: '' } };
    const key = JSON.stringify([asker, question.body]);
    const { data } = await this.asking.run(key, () => this.rpc.callRaw(subject, question));
    // Content returns the answer in the form of the API, so it is passed on without parsing.
    return rawAnswer<Page<SiteSearchResult>>(data);
  }
}
