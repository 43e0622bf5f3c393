import { Controller } from '@nestjs/common';
import {
  scripts as contract,
  siteScripts,
  sites,
  type RequestOf,
  type SiteIntegrationScript,
  type SiteScripts,
} from '@bindery/contracts';
import { Answers, Handles, RpcClient, type BatchRequest } from '@bindery/messaging';
import { Addresses } from '../addresses';
import { scriptPath } from './endpoint-path';
import { policyText } from './endpoints.controller';
import { SiteScriptsRepository, type SiteScriptRow } from './site-scripts.repository';

/** The scripts that integrations add to the pages of sites. */
@Controller()
export class SiteScriptsController {
  constructor(
    private readonly scripts: SiteScriptsRepository,
    private readonly rpc: RpcClient,
    private readonly addresses: Addresses,
  ) {}

  @Handles(contract.listSiteIntegrationScripts)
  async list({ params, principal }: RequestOf<typeof contract.listSiteIntegrationScripts>) {
    await this.rpc.call(sites.getSiteById, { principal, params });
    const rows = await this.scripts.of([params.siteId]);
    return rows.map((row) => this.present(row));
  }

  @Answers(siteScripts)
  async batch({ ids }: BatchRequest): Promise<Record<string, SiteScripts>> {
    const found: Record<string, SiteScripts> = Object.fromEntries(ids.map((id) => [id, { scripts: [] }]));
    for (const row of await this.scripts.of(ids)) found[row.site]!.scripts.push(this.present(row));
    return found;
  }

  private present({ site, name, installation, stamp, scopes, manifest }: SiteScriptRow): SiteIntegrationScript {
    const policy = policyText(manifest.contentSecurityPolicy);
    const address = `${this.addresses.endpointsUrl}/integrations/${name}/installations/${installation}/sites/${site}${scriptPath}`;
    return {
      // Another address after each change, so that what browsers keep is never an old one.
      script: `${address}?v=${stamp}`,
      ...(policy && { contentSecurityPolicy: policy }),
      cookies: scopes.includes('site:script:cookies'),
    };
  }
}
