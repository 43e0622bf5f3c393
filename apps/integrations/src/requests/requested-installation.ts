import { Injectable } from '@nestjs/common';
import { notFound, requires, sites, spaces, type Principal, type RenderContext } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { ContentInstallationRepository } from '../installations/content-installation.repository';
import { installationAccess } from '../installations/installation.policy';
import { InstallationRepository, type Installation } from '../installations/installation.repository';
import type { IntegrationEntity } from '../registry/integration.entity';

/** The context of a request to an integration: an installation, and its space or site. */
export interface Place {
  installation: Installation;
  spaceId?: string;
  siteId?: string;
  /** The version of the installation on that space or site, which changes with its configuration. */
  contentVersion?: number;
}

/** Finds the installation for which a caller may send a request to a script. */
@Injectable()
export class RequestedInstallation {
  constructor(
    private readonly installations: InstallationRepository,
    private readonly contents: ContentInstallationRepository,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * Throws 404 where the caller does not see the space or site or the integration is not installed there, 403 for a
   * configuration that the caller may not change.
   */
  async at(principal: Principal, integration: IntegrationEntity, context: RenderContext): Promise<Place> {
    const { type, organizationId, spaceId, siteId } = context;
    if (type === 'document') return this.onSpace(principal, integration, spaceId!);
    const place =
      type === 'configuration_space'
        ? await this.onSpace(principal, integration, spaceId!)
        : type === 'configuration_site'
          ? await this.onSite(principal, integration, siteId!)
          : { installation: await this.on(integration, organizationId!) };
    const access = installationAccess(principal, place.installation);
    if (!access.view) throw notFound('Installation');
    requires(access.configure);
    return place;
  }

  /** The installation on the space, which the caller sees. */
  async onSpace(principal: Principal, integration: IntegrationEntity, spaceId: string): Promise<Place> {
    const { organization } = await this.rpc.call(spaces.getSpaceById, { principal, params: { spaceId } });
    return this.ofSpace(integration, organization, spaceId);
  }

  /** The installation on an organization that includes one of its spaces. */
  async ofSpace(integration: IntegrationEntity, organization: string, spaceId: string): Promise<Place> {
    const found = await this.installations.onSpace(integration.id, organization, spaceId);
    const { spaceVersion, ...installation } = working(found);
    if (installation.spaceSelection !== 'all' && spaceVersion === null) throw notFound('Installation');
    return { installation, spaceId, ...(spaceVersion !== null && { contentVersion: spaceVersion }) };
  }

  /** Whether a space of its organization is selected for an installation. */
  async has({ id, spaceSelection }: Installation, space: string): Promise<boolean> {
    return spaceSelection === 'all' || (await this.contents.find(id, 'space', space)) !== undefined;
  }

  private async onSite(principal: Principal, integration: IntegrationEntity, siteId: string): Promise<Place> {
    const rows = await this.contents.ofContent('site', siteId);
    const row = rows.find(({ integrationId }) => integrationId === integration.id);
    const installation = row && (await this.installations.byId(row.installationId));
    if (!installation) throw notFound('Site');
    const params = { organizationId: installation.organizationId, siteId };
    await this.rpc.call(sites.getSiteById, { principal, params });
    return { installation, siteId, contentVersion: row.version };
  }

  private async on(integration: IntegrationEntity, organization: string): Promise<Installation> {
    return working(await this.installations.on(integration.id, organization));
  }
}

/** Throws 404 for no installation, and for one that is paused. */
function working<T extends Installation>(installation: T | undefined): T {
  if (!installation || installation.status === 'paused') throw notFound('Installation');
  return installation;
}
