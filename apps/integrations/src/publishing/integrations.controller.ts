import { Controller, Inject } from '@nestjs/common';
import {
  integrationNamePattern,
  integrations as contract,
  invalid,
  requires,
  scripts,
  type Integration,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations } from '@bindery/messaging';
import { newId, paginate } from '@bindery/persistence';
import { CLOCK, type Clock } from '@bindery/service';
import { Addresses } from '../registry/addresses';
import { InstallationRepository } from '../installations/installation.repository';
import { RefreshStatuses } from '../installations/refresh-statuses';
import { FindIntegration } from '../registry/find-integration';
import { FindOrganization } from '../registry/find-organization';
import type { IntegrationEntity } from '../registry/integration.entity';
import { integrationPermissions, permissionsIfIn } from '../registry/integration.policy';
import { presentIntegration } from '../registry/integration.presenter';
import { IntegrationRepository } from '../registry/integration.repository';
import { PublishIntegration } from './publish-integration';
import { SigningKeys } from '../registry/signing-keys';

/** The time, in milliseconds, for which a tunnel gets events. */
const developmentTime = 24 * 60 * 60 * 1000;

@Controller()
export class IntegrationsController {
  constructor(
    private readonly integrations: IntegrationRepository,
    private readonly find: FindIntegration,
    private readonly organizations: FindOrganization,
    private readonly publishing: PublishIntegration,
    private readonly installations: InstallationRepository,
    private readonly statuses: RefreshStatuses,
    private readonly keys: SigningKeys,
    private readonly mutations: Mutations,
    private readonly addresses: Addresses,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Handles(contract.listIntegrations)
  async list({ query, principal }: RequestOf<typeof contract.listIntegrations>) {
    const { page: cursor, limit, ...filter } = query;
    const page = await paginate(
      { page: cursor, limit },
      {
        scope: ['integrations', principal.kind, principal.user, filter],
        rows: (after, limit) => this.integrations.list(principal, filter, after, limit),
        position: ({ name, id }) => ({ value: name, id }),
        count: () => this.integrations.count(principal, filter),
      },
    );
    return { ...page, items: page.items.map((integration) => this.present(integration, principal)) };
  }

  @Handles(contract.getIntegrationByName)
  async get({ params, principal }: RequestOf<typeof contract.getIntegrationByName>) {
    return this.present(await this.find.visible(principal, params.integrationName), principal);
  }

  @Handles(contract.publishIntegration)
  async publish({ params, body, principal }: RequestOf<typeof contract.publishIntegration>) {
    const name = params.integrationName;
    if (!integrationNamePattern.test(name))
      throw invalid('params.integrationName', 'integrationName must consist of letters, digits, -, _ and .');
    requires(principal.kind === 'user');
    const organizationId = await this.organizations.named(principal, body.organization);
    requires(permissionsIfIn(principal, organizationId)!.admin);
    const prepared = await this.publishing.prepare(organizationId, body);
    const id = newId();
    const known = await this.find.ifVisible(principal, name);
    const target = { type: 'integration', id: known?.id ?? id };
    return this.mutations.run({ organization: organizationId, target, version: known?.rowVersion }, async () => {
      const { integration, isNew } = await this.publishing.run({ id, name, organizationId }, prepared, body.secrets);
      if (!isNew) await this.statuses.of(integration);
      return this.present(integration, principal);
    });
  }

  @Handles(contract.unpublishIntegration)
  async unpublish({ params, principal }: RequestOf<typeof contract.unpublishIntegration>) {
    const integration = await this.find.ifVisible(principal, params.integrationName);
    if (!integration) return;
    requires(integrationPermissions(principal, integration).admin);
    await this.mutations.run(targetOf(integration), async () => {
      await this.integrations.unpublish(integration.id);
      await this.installations.deleteOfIntegration(integration.id);
    });
  }

  @Handles(contract.setIntegrationDevelopmentMode)
  async setDevelopmentMode({ params, body, principal }: RequestOf<typeof contract.setIntegrationDevelopmentMode>) {
    const integration = await this.find.visible(principal, params.integrationName);
    requires(integrationPermissions(principal, integration).admin);
    const { username, password } = new URL(body.tunnelUrl);
    if (username || password) throw invalid('body.tunnelUrl', 'tunnelUrl must not contain credentials');
    const until = new Date(this.clock().getTime() + developmentTime);
    await this.mutations.run(targetOf(integration), () =>
      this.integrations.setTunnel(integration.id, { url: body.tunnelUrl, all: body.all, until }),
    );
  }

  @Handles(contract.disableIntegrationDevelopmentMode)
  async endDevelopmentMode({ params, principal }: RequestOf<typeof contract.disableIntegrationDevelopmentMode>) {
    const integration = await this.find.ifVisible(principal, params.integrationName);
    if (!integration?.tunnelUrl) return;
    requires(integrationPermissions(principal, integration).admin);
    await this.mutations.run(targetOf(integration), () => this.integrations.setTunnel(integration.id, null));
  }

  @Handles(scripts.rotateIntegrationSigningSecret)
  async rotateSigningSecret({ params, principal }: RequestOf<typeof scripts.rotateIntegrationSigningSecret>) {
    const integration = await this.find.visible(principal, params.integrationName);
    requires(integrationPermissions(principal, integration).admin);
    const until = this.keys.until();
    await this.mutations.run(targetOf(integration), () =>
      this.integrations.changeSigningSecret(integration.id, this.keys.create(integration.id), until),
    );
  }

  private present(integration: IntegrationEntity, principal: Principal): Integration {
    return presentIntegration(integration, principal, this.addresses);
  }
}

/** The target of a mutation of an integration. */
const targetOf = ({ organizationId, id, rowVersion }: IntegrationEntity) => ({
  organization: organizationId,
  target: { type: 'integration', id },
  version: rowVersion,
  row: { table: 'integration', key: { id }, column: 'row_version' },
});
