import { Controller, Inject } from '@nestjs/common';
import { computedContent as contract, embeds, spaces, type Embed, type RequestOf } from '@bindery/contracts';
import { Handles, RpcClient } from '@bindery/messaging';
import { OutboundError, safeFetch } from '@bindery/outbound';
import { OrganizationInstallationsRepository } from '../installations/organization-installations.repository';
import { INTEGRATIONS_CONFIG, type IntegrationsConfig } from '../integrations.config';
import { beginsWith } from '../registry/unfurl-address';
import { titleIn } from './page-title';

/** The limits of reading a page for its title: bytes and milliseconds. */
const maxBytes = 512 * 1024;
const patience = 5_000;

/** Embeds of addresses in documents. */
@Controller()
export class EmbedsController {
  constructor(
    private readonly installed: OrganizationInstallationsRepository,
    private readonly rpc: RpcClient,
    @Inject(INTEGRATIONS_CONFIG) private readonly config: IntegrationsConfig,
  ) {}

  @Handles(contract.getEmbedByUrlInSpace)
  async embed({ params, query, principal }: RequestOf<typeof contract.getEmbedByUrlInSpace>): Promise<Embed> {
    const { organization } = await this.rpc.call(spaces.getSpaceById, { principal, params });
    const enabled = await this.installed.listOn('space', organization, params.spaceId, undefined, undefined, 1_000);
    for (const { name, manifest } of enabled) {
      const block = manifest.blocks?.find(({ urlUnfurl }) => urlUnfurl?.some((entry) => beginsWith(query.url, entry)));
      if (!block) continue;
      const icon = block.icon === undefined ? {} : { icon: block.icon };
      const site = new URL(query.url).hostname;
      return { type: 'integration', title: block.title, site, ...icon, integration: name, block };
    }
    return this.link(query.url);
  }

  /** Without a space there are no integrations that could show it. */
  @Handles(embeds.getEmbedByUrl)
  url({ query }: RequestOf<typeof embeds.getEmbedByUrl>): Promise<Embed> {
    return this.link(query.url);
  }

  private async link(url: string): Promise<Embed> {
    const site = new URL(url).hostname;
    return { type: 'link', title: (await this.titleOf(url)) ?? site, site };
  }

  /** The title of the page at an address, if there is one that is public. */
  private async titleOf(url: string): Promise<string | undefined> {
    const allow = this.config.OUTBOUND_ALLOW;
    const options = { allow, maxBytes, contentTypes: ['text/html'], totalTimeout: patience };
    const page = await safeFetch(url, options).catch((error: unknown) => {
      if (error instanceof OutboundError) return undefined;
      throw error;
    });
    return page?.ok ? titleIn(page.body.toString()) : undefined;
  }
}
