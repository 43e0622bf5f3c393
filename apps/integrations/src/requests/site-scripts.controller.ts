import { Controller } from '@nestjs/common';
import {
  scripts as contract,
  siteScripts,
  sites,
  type RequestOf,
  type SiteIntegrationScript,
  type SiteScripts,
  type VisitorEntrances,
  visitorEntrances,
} from '@bindery/contracts';
import { HandlesBatch, Handles, RpcClient, type BatchRequest } from '@bindery/messaging';
import { Addresses } from '../registry/addresses';
import { derivedSecret } from '../events/signing';
import { IntegrationRepository } from '../registry/integration.repository';
import { SigningKeys } from '../registry/signing-keys';
import { scriptPath, visitorAuthPath } from './endpoint-path';
import { policyText } from './endpoints.controller';
import { SiteScriptsRepository, type SiteScriptRow } from './site-scripts.repository';

/** The scripts that integrations add to pages of sites, and their sign-in of visitors. */
@Controller()
export class SiteScriptsController {
  constructor(
    private readonly scripts: SiteScriptsRepository,
    private readonly integrations: IntegrationRepository,
    private readonly signing: SigningKeys,
    private readonly rpc: RpcClient,
    private readonly addresses: Addresses,
  ) {}

  @Handles(contract.listSiteIntegrationScripts)
  async list({ params, principal }: RequestOf<typeof contract.listSiteIntegrationScripts>) {
    await this.rpc.call(sites.getSiteById, { principal, params });
    const rows = await this.scripts.of([params.siteId], 'site:script:inject');
    return rows.map((row) => this.present(row));
  }

  @HandlesBatch(siteScripts)
  async batch({ ids }: BatchRequest): Promise<Record<string, SiteScripts>> {
    const found: Record<string, SiteScripts> = Object.fromEntries(ids.map((id) => [id, { scripts: [] }]));
    for (const row of await this.scripts.of(ids, 'site:script:inject'))
      found[row.site]!.scripts.push(this.present(row));
    return found;
  }

  @HandlesBatch(visitorEntrances)
  async entrances({ ids }: BatchRequest): Promise<Record<string, VisitorEntrances>> {
    const found: Record<string, VisitorEntrances> = Object.fromEntries(ids.map((id) => [id, { entrances: [] }]));
    for (const row of await this.scripts.of(ids, 'site:visitor:auth')) {
      const integration = await this.integrations.byId(row.integration);
      if (!integration) continue;
      // The same keys that scripts get as the signing secret of the installation on the site.
      const keys = this.signing.all(integration).map((key) => derivedSecret(key, `${row.installation} ${row.site}`));
      const entrance = { integration: row.name, url: this.address(row) + visitorAuthPath, keys };
      found[row.site]!.entrances.push(entrance);
    }
    return found;
  }

  private present(row: SiteScriptRow): SiteIntegrationScript {
    const { stamp, scopes, manifest } = row;
    const policy = policyText(manifest.contentSecurityPolicy);
    return {
      // The address changes with each version, so that browsers never use an outdated cached one.
      script: `${this.address(row)}${scriptPath}?v=${stamp}`,
      ...(policy && { contentSecurityPolicy: policy }),
      cookies: scopes.includes('site:script:cookies'),
    };
  }

  private address({ site, name, installation }: SiteScriptRow): string {
    return `${this.addresses.endpointsUrl}/integrations/${name}/installations/${installation}/sites/${site}`;
  }
}
