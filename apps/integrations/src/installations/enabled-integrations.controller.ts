import { Controller } from '@nestjs/common';
import {
  installations as contract,
  notFound,
  sites,
  spaces,
  type Integration,
  type Page,
  type Principal,
  type RequestOf,
  type SearchIntegrationsQuery,
} from '@bindery/contracts';
import { Handles, RpcClient } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import { Addresses } from '../registry/addresses';
import { presentIntegration } from '../registry/integration.presenter';
import type { ContentKind } from './content-installation.entity';
import { OrganizationInstallationsRepository } from './organization-installations.repository';

/** The integrations that are enabled on a space or a site. */
@Controller()
export class EnabledIntegrationsController {
  constructor(
    private readonly installed: OrganizationInstallationsRepository,
    private readonly rpc: RpcClient,
    private readonly addresses: Addresses,
  ) {}

  @Handles(contract.listSpaceIntegrations)
  async onSpace({ params, query, principal }: RequestOf<typeof contract.listSpaceIntegrations>) {
    const organization = await this.organizationOf(principal, params.spaceId);
    return this.list('space', organization, params.spaceId, query, principal);
  }

  @Handles(contract.listSiteIntegrations)
  async onSite({ params, query, principal }: RequestOf<typeof contract.listSiteIntegrations>) {
    await this.rpc.call(sites.getSiteById, { principal, params });
    return this.list('site', params.organizationId, params.siteId, query, principal);
  }

  @Handles(contract.listSpaceIntegrationsBlocks)
  async blocks({ params, principal }: RequestOf<typeof contract.listSpaceIntegrationsBlocks>) {
    const organization = await this.organizationOf(principal, params.spaceId);
    const enabled = await this.installed.listOn('space', organization, params.spaceId, undefined, undefined, 1_000);
    return enabled.flatMap(({ name, manifest: { blocks = [] } }) => (blocks.length > 0 ? [{ name, blocks }] : []));
  }

  private async list(
    kind: ContentKind,
    organization: string,
    content: string,
    query: SearchIntegrationsQuery,
    principal: Principal,
  ): Promise<Page<Integration>> {
    const { search } = query;
    const page = await paginate(query, {
      scope: ['enabled integrations', kind, content, search],
      rows: (after, limit) => this.installed.listOn(kind, organization, content, search, after, limit),
      position: ({ name, id }) => ({ value: name, id }),
      count: () => this.installed.countOn(kind, organization, content, search),
    });
    return {
      ...page,
      items: page.items.map((integration) => presentIntegration(integration, principal, this.addresses)),
    };
  }

  /** The organization of a space. Throws 404 unless the caller sees the space and is in its organization. */
  private async organizationOf(principal: Principal, spaceId: string): Promise<string> {
    const { organization } = await this.rpc.call(spaces.getSpaceById, { principal, params: { spaceId } });
    if (!principal.organizations[organization]) throw notFound('Space');
    return organization;
  }
}
