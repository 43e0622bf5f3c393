import { Controller } from '@nestjs/common';
import {
  conflict,
  installations as contract,
  notFound,
  requires,
  type RequestOf,
  type UpdateIntegrationInstallation,
} from '@bindery/contracts';
import { Handles, Mutations } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { Addresses } from '../registry/addresses';
import { RecordEvent } from '../queue/record-event';
import { integrationPermissions } from '../registry/integration.policy';
import { AccessTokenRepository } from '../tokens/access-token.repository';
import { checkConfiguration, statusFor, withDefaults } from './configuration';
import { FindInstallation } from './find-installation';
import type { InstallationAccess } from './installation.policy';
import { presentInstallation } from './installation.presenter';
import { InstallationRepository, type Installation } from './installation.repository';

/** One installation of an integration on an organization. */
@Controller()
export class InstallationController {
  constructor(
    private readonly find: FindInstallation,
    private readonly installations: InstallationRepository,
    private readonly tokens: AccessTokenRepository,
    private readonly events: RecordEvent,
    private readonly mutations: Mutations,
    private readonly db: Database,
    private readonly addresses: Addresses,
  ) {}

  @Handles(contract.getIntegrationInstallationById)
  async get({ params, principal }: RequestOf<typeof contract.getIntegrationInstallationById>) {
    const { integrationName, installationId } = params;
    const { installation, access } = await this.find.visible(principal, integrationName, installationId);
    return presentInstallation(installation, integrationName, this.addresses, access);
  }

  @Handles(contract.updateIntegrationInstallation)
  async update({ params, body, principal }: RequestOf<typeof contract.updateIntegrationInstallation>) {
    const { integrationName, installationId } = params;
    const { integration, access } = await this.find.visible(principal, integrationName, installationId);
    requires(mayChange(access, body));
    const schema = integration.manifest.configurations?.account;
    if (body.configuration) checkConfiguration(schema, body.configuration, { isPerson: principal.kind === 'user' });
    return this.db.transaction(async () => {
      const before = await this.installations.lock(installationId);
      if (!before) throw notFound('Installation');
      return this.mutations.run(targetOf(before), async () => {
        const configuration = body.configuration ? withDefaults(schema, body.configuration) : before.configuration;
        const isPaused = before.status === 'paused';
        await this.installations.update(installationId, {
          configuration,
          status: isPaused ? 'paused' : statusFor(schema, configuration),
          spaceSelection: body.space_selection ?? before.spaceSelection,
          siteSelection: body.site_selection ?? before.siteSelection,
          externalIds: body.externalIds ?? before.externalIds,
        });
        const after = (await this.installations.byId(installationId))!;
        if (body.configuration && !isPaused) await this.tellOfSetup(before, after);
        return presentInstallation(after, integrationName, this.addresses, access);
      });
    });
  }

  @Handles(contract.uninstallIntegration)
  async uninstall({ params, principal }: RequestOf<typeof contract.uninstallIntegration>) {
    const found = await this.find.ifVisible(principal, params.integrationName, params.installationId);
    if (!found) return;
    requires(found.access.manage);
    await this.db.transaction(async () => {
      const installation = await this.installations.lock(params.installationId);
      if (!installation) return;
      await this.mutations.run(targetOf(installation), async () => {
        const { configuration } = installation;
        await this.events.add(installation, 'installation_deleted', { previous: { configuration } });
        await this.installations.delete(installation.id);
      });
    });
  }

  @Handles(contract.createIntegrationInstallationToken)
  async createToken({ params, principal }: RequestOf<typeof contract.createIntegrationInstallationToken>) {
    const { integrationName, installationId } = params;
    const { integration, installation, access } = await this.find.visible(principal, integrationName, installationId);
    // An administrator of both sides may test the permissions of the integration here.
    requires(access.act || (access.manage && integrationPermissions(principal, integration).admin));
    if (installation.status === 'paused') throw conflict('The installation is paused');
    const { version: _version, ...target } = targetOf(installation);
    return this.mutations.run(target, async () => ({
      token: await this.tokens.issue(integration.id, installation.id),
    }));
  }

  private tellOfSetup(before: Installation, after: Installation): Promise<void> {
    const { status, configuration } = before;
    return this.events.add(after, 'installation_setup', { status: after.status, previous: { status, configuration } });
  }
}

/** An integration may change its own configuration; only the organization changes its scope. */
const mayChange = (access: InstallationAccess, body: UpdateIntegrationInstallation): boolean =>
  access.manage || (access.configure && body.space_selection === undefined && body.site_selection === undefined);

/** The target of a mutation of an installation. */
const targetOf = ({ organizationId, id, version }: Installation) => ({
  organization: organizationId,
  target: { type: 'integration-installation', id },
  version,
});
