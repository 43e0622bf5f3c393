import { Controller } from '@nestjs/common';
import {
  installations as contract,
  notFound,
  requires,
  type OrganizationPermissions,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import { Addresses } from '../registry/addresses';
import type { IntegrationEntity } from '../registry/integration.entity';
import { permissionsIfIn } from '../registry/integration.policy';
import { presentIntegration } from '../registry/integration.presenter';
import { IntegrationRepository } from '../registry/integration.repository';
import { installationAccess } from './installation.policy';
import { presentInstallation } from './installation.presenter';
import { InstallationRepository } from './installation.repository';
import {
  OrganizationInstallationsRepository,
  type InstalledIntegrationRow,
} from './organization-installations.repository';

/** The integrations of an organization and their installations. */
@Controller()
export class OrganizationInstallationsController {
  constructor(
    private readonly integrations: IntegrationRepository,
    private readonly installations: InstallationRepository,
    private readonly installed: OrganizationInstallationsRepository,
    private readonly addresses: Addresses,
  ) {}

  @Handles(contract.listOrganizationIntegrations)
  async listIntegrations({ params, query, principal }: RequestOf<typeof contract.listOrganizationIntegrations>) {
    const { organizationId } = params;
    requires(permissionsIn(principal, organizationId).listIntegrations);
    const { page: cursor, limit, ...filter } = query;
    // Integrations that are private to the caller's other organizations are not listed here.
    const alone = { ...principal, organizations: { [organizationId]: principal.organizations[organizationId]! } };
    const page = await paginate(
      { page: cursor, limit },
      {
        scope: ['organization integrations', organizationId, filter],
        rows: (after, limit) => this.integrations.list(alone, filter, after, limit),
        position: ({ name, id }) => ({ value: name, id }),
        count: () => this.integrations.count(alone, filter),
      },
    );
    return { ...page, items: page.items.map((integration) => this.present(integration, principal)) };
  }

  @Handles(contract.listOrganizationInstallations)
  async listInstallations({ params, query, principal }: RequestOf<typeof contract.listOrganizationInstallations>) {
    const { organizationId } = params;
    requires(permissionsIn(principal, organizationId).listInstallations);
    const { search } = query;
    const page = await paginate(query, {
      scope: ['organization installations', organizationId, search],
      rows: (after, limit) => this.installed.list(organizationId, search, after, limit),
      position: atPosition,
      count: () => this.installed.count(organizationId, search),
    });
    const installations = await this.installations.byIds(page.items.map(({ installationId }) => installationId));
    const items = page.items.flatMap((integration) => {
      const installation = installations.get(integration.installationId);
      if (!installation) return [];
      const access = installationAccess(principal, installation);
      return [
        {
          installation: presentInstallation(installation, integration.name, this.addresses, access),
          integration: this.present(integration, principal),
        },
      ];
    });
    return { ...page, items };
  }

  @Handles(contract.getOrganizationIntegrationStatus)
  async status({ params, principal }: RequestOf<typeof contract.getOrganizationIntegrationStatus>) {
    const { organizationId, integrationName } = params;
    requires(permissionsIn(principal, organizationId).listInstallations);
    const integration = await this.integrations.byName(integrationName);
    const installation = integration && (await this.installations.on(integration.id, organizationId));
    if (!installation) throw notFound('Installation');
    return { status: installation.status };
  }

  @Handles(contract.listOrganizationIntegrationsStatus)
  async listStatuses({ params, query, principal }: RequestOf<typeof contract.listOrganizationIntegrationsStatus>) {
    const { organizationId } = params;
    requires(permissionsIn(principal, organizationId).listInstallations);
    const { target } = query;
    const page = await paginate(query, {
      scope: ['installation statuses', organizationId, target],
      rows: (after, limit) =>
        target === 'organization'
          ? this.installed.list(organizationId, undefined, after, limit)
          : this.installed.listOnContents(organizationId, target, after, limit),
      position: atPosition,
      count: () =>
        target === 'organization'
          ? this.installed.count(organizationId, undefined)
          : this.installed.countOnContents(organizationId, target),
    });
    const items = page.items.map((row) => ({ status: row.status, integration: this.present(row, principal) }));
    return { ...page, items };
  }

  private present(integration: IntegrationEntity, principal: Principal) {
    return presentIntegration(integration, principal, this.addresses);
  }
}

const atPosition = ({ position }: InstalledIntegrationRow) => ({ value: '', id: position });

function permissionsIn(principal: Principal, organization: string): OrganizationPermissions {
  const permissions = permissionsIfIn(principal, organization);
  if (!permissions) throw notFound('Organization');
  return permissions;
}
