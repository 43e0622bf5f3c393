import { Controller } from '@nestjs/common';
import { siteSearch as contract, siteSpaceCalls, type RequestOf } from '@bindery/contracts';
import { Handles, RpcClient } from '@bindery/messaging';
import { SiteReader } from '../audience/site-reader';
import { spacesIn } from './search-scope';

@Controller()
export class SiteSearchController {
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
    const found = await this.rpc.call(siteSpaceCalls.searchSpaces, {
      principal: as,
      body: { organization: params.organizationId, spaces, query: body.query, page, limit },
    });
    return { ...found, items: found.items.map((item) => ({ type: 'space' as const, ...item })) };
  }
}
