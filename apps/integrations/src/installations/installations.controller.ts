import { Controller } from '@nestjs/common';
import {
  conflict,
  forbidden,
  integrations as contract,
  notFound,
  requires,
  type ListContentInstallationsQuery,
  type Page,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations } from '@bindery/messaging';
import { isUniqueViolation, newId, paginate } from '@bindery/persistence';
import { Addresses } from '../registry/addresses';
import { RecordEvent } from '../queue/record-event';
import { FindIntegration } from '../registry/find-integration';
import type { IntegrationEntity } from '../registry/integration.entity';
import { permissionsIfIn } from '../registry/integration.policy';
import { statusFor, withDefaults } from './configuration';
import type { ContentKind } from './content-installation.entity';
import { ContentInstallationRepository } from './content-installation.repository';
import { presentContentInstallation, type PresentedInstallation } from './content-installation.presenter';
import { installationAccess } from './installation.policy';
import { presentInstallation } from './installation.presenter';
import { InstallationRepository, type Installation } from './installation.repository';
import { InstallationTargets } from './installation-targets';

/** The installations of an integration, across organizations. */
@Controller()
export class InstallationsController {
  constructor(
    private readonly find: FindIntegration,
    private readonly installations: InstallationRepository,
    private readonly contentInstallations: ContentInstallationRepository,
    private readonly whole: InstallationTargets,
    private readonly events: RecordEvent,
    private readonly mutations: Mutations,
    private readonly addresses: Addresses,
  ) {}

  @Handles(contract.listIntegrationInstallations)
  async list({ params, query, principal }: RequestOf<typeof contract.listIntegrationInstallations>) {
    const integration = await this.find.visible(principal, params.integrationName);
    const { externalId } = query;
    const page = await paginate(query, {
      scope: ['installations', integration.id, principal.user, externalId],
      rows: (after, limit) => this.installations.list(principal, integration.id, externalId, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.installations.count(principal, integration.id, externalId),
    });
    return { ...page, items: page.items.map((one) => this.present(one, integration, principal)) };
  }

  @Handles(contract.installIntegration)
  async install({ params, body, principal }: RequestOf<typeof contract.installIntegration>) {
    const integration = await this.find.visible(principal, params.integrationName);
    const organizationId = body.organization;
    const permissions = principal.kind === 'user' ? permissionsIfIn(principal, organizationId) : undefined;
    if (!permissions) throw notFound('Organization');
    requires(permissions.installIntegration);
    if (integration.visibility === 'private' && integration.organizationId !== organizationId)
      throw forbidden('A private integration can only be installed on the organization that published it');
    const account = integration.manifest.configurations?.account;
    const configuration = withDefaults(account);
    const status = statusFor(account, configuration);
    const id = newId();
    const target = { type: 'integration-installation', id };
    return this.mutations
      .run({ organization: organizationId, target }, async () => {
        await this.installations.insert({
          ...{ id, integrationId: integration.id, organizationId, status, configuration },
          ...{ spaceSelection: 'all', siteSelection: 'all', externalIds: [] },
        });
        const installation = (await this.installations.byId(id))!;
        await this.events.add(installation, 'installation_setup', { status });
        return this.present(installation, integration, principal);
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error, 'installation_once') ? conflict('The integration is already installed') : error;
      });
  }

  @Handles(contract.listIntegrationSpaceInstallations)
  spaces({ params, query, principal }: RequestOf<typeof contract.listIntegrationSpaceInstallations>) {
    return this.contents('space', principal, params.integrationName, query);
  }

  @Handles(contract.listIntegrationSiteInstallations)
  sites({ params, query, principal }: RequestOf<typeof contract.listIntegrationSiteInstallations>) {
    return this.contents('site', principal, params.integrationName, query);
  }

  private async contents<K extends ContentKind>(
    kind: K,
    principal: Principal,
    name: string,
    query: ListContentInstallationsQuery,
  ): Promise<Page<PresentedInstallation[K]>> {
    const integration = await this.find.visible(principal, name);
    const filter = { kind, externalId: query.externalId };
    const page = await paginate(query, {
      scope: ['content installations', integration.id, principal.user, filter],
      rows: (after, limit) => this.contentInstallations.list(principal, integration.id, filter, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.contentInstallations.count(principal, integration.id, filter),
    });
    const whole = query.extended ? await this.whole.of(kind, principal, page.items) : undefined;
    const items = page.items.map((row) =>
      presentContentInstallation[kind](row, this.context(integration, row, principal), whole?.(row)),
    );
    return { ...page, items };
  }

  private context(
    { name }: IntegrationEntity,
    row: { installationId: string; integrationId: string; organizationId: string },
    principal: Principal,
  ) {
    const { configure } = installationAccess(principal, { ...row, id: row.installationId });
    return { integration: name, addresses: this.addresses, configure };
  }

  private present(installation: Installation, { name }: IntegrationEntity, principal: Principal) {
    const access = installationAccess(principal, installation);
    return presentInstallation(installation, name, this.addresses, access);
  }
}
