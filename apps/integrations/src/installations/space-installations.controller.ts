import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { installations as contract, notFound, requires, type Principal, type RequestOf } from '@bindery/contracts';
import { Handles, Mutations } from '@bindery/messaging';
import { newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { RecordEvent } from '../events/record-event';
import { checkConfiguration, defaultsOf, statusFor } from './configuration';
import { ContentInstallationRepository, type ContentInstallation } from './content-installation.repository';
import { presentSpaceInstallation } from './content-installation.presenter';
import { FindInstallation, type FoundInstallation } from './find-installation';
import { InstallOnSpace } from './install-on-space';
import { SpaceObjects } from './space-objects';

/** The installations of an integration on spaces. */
@Controller()
export class SpaceInstallationsController {
  constructor(
    private readonly find: FindInstallation,
    private readonly contents: ContentInstallationRepository,
    private readonly installOnSpace: InstallOnSpace,
    private readonly spaceObjects: SpaceObjects,
    private readonly events: RecordEvent,
    private readonly mutations: Mutations,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listIntegrationInstallationSpaces)
  async list({ params, query, principal }: RequestOf<typeof contract.listIntegrationInstallationSpaces>) {
    const found = await this.find.visible(principal, params.integrationName, params.installationId);
    const filter = { kind: 'space' as const, installation: found.installation.id };
    const page = await paginate(query, {
      scope: ['installation spaces', found.installation.id],
      rows: (after, limit) => this.contents.list(principal, found.integration.id, filter, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.contents.count(principal, found.integration.id, filter),
    });
    const present = await this.presenter(found, principal, query, page.items);
    return { ...page, items: page.items.map(present) };
  }

  @Handles(contract.installIntegrationOnSpace)
  async install({ params, query, body, principal }: RequestOf<typeof contract.installIntegrationOnSpace>) {
    const found = await this.find.visible(principal, params.integrationName, params.installationId);
    const { organizationId } = found.installation;
    await this.installOnSpace.check(principal, organizationId, body.space);
    const row = { organizationId, contentId: body.space };
    const present = await this.presenter(found, principal, query, [row]);
    const id = newId();
    const schema = found.integration.manifest.configurations?.space;
    const configuration = defaultsOf(schema);
    const settings = { id, contentId: body.space, configuration, status: statusFor(schema, configuration) };
    const target = { type: 'integration-space-installation', id };
    return this.mutations.run({ organization: organizationId, target }, async () =>
      present(await this.installOnSpace.run(found.installation, settings)),
    );
  }

  @Handles(contract.getIntegrationSpaceInstallation)
  async get({ params, query, principal }: RequestOf<typeof contract.getIntegrationSpaceInstallation>) {
    const found = await this.find.visible(principal, params.integrationName, params.installationId);
    const row = await this.load(found, params.spaceId);
    return (await this.presenter(found, principal, query, [row]))(row);
  }

  @Handles(contract.updateIntegrationSpaceInstallation)
  async update({ params, query, body, principal }: RequestOf<typeof contract.updateIntegrationSpaceInstallation>) {
    const found = await this.find.visible(principal, params.integrationName, params.installationId);
    const row = await this.load(found, params.spaceId);
    requires(found.access.configure);
    const schema = found.integration.manifest.configurations?.space;
    const isPerson = principal.kind === 'user';
    if (body.configuration) checkConfiguration(schema, body.configuration, { isPerson });
    const present = await this.presenter(found, principal, query, [row]);
    const configuration = body.configuration ?? row.configuration;
    const status = statusFor(schema, configuration);
    return this.mutations.run(targetOf(row), async () => {
      await this.contents.update(row.id, { configuration, status, externalIds: body.externalIds ?? row.externalIds });
      if (body.configuration) {
        const previous = { status: row.status, configuration: row.configuration };
        const fields = { spaceId: row.contentId, status, previous };
        await this.events.add(found.installation, 'space_installation_setup', fields);
      }
      return present(await this.load(found, row.contentId));
    });
  }

  @Handles(contract.uninstallIntegrationFromSpace)
  async uninstall({ params, principal }: RequestOf<typeof contract.uninstallIntegrationFromSpace>) {
    const found = await this.find.ifVisible(principal, params.integrationName, params.installationId);
    const row = found && (await this.contents.find(found.installation.id, 'space', params.spaceId));
    if (!row) return;
    requires(found.access.manage);
    await this.mutations.run(targetOf(row), async () => {
      const { configuration, contentId: spaceId } = row;
      await this.events.add(found.installation, 'space_installation_deleted', { spaceId, previous: { configuration } });
      await this.contents.delete(row.id);
    });
  }

  private async load({ installation }: FoundInstallation, space: string): Promise<ContentInstallation> {
    const row = await this.contents.find(installation.id, 'space', space);
    if (!row) throw notFound('Space');
    return row;
  }

  /** How to show rows, with the whole spaces where that was asked for. */
  private async presenter(
    { integration, access }: FoundInstallation,
    principal: Principal,
    { extended }: { extended: boolean },
    rows: Pick<ContentInstallation, 'organizationId' | 'contentId'>[],
  ) {
    const spaces = extended ? await this.spaceObjects.of(principal, rows) : undefined;
    const context = { integration: integration.name, publicUrl: this.config.PUBLIC_URL, configure: access.configure };
    return (row: ContentInstallation) => presentSpaceInstallation(row, context, spaces?.get(row.contentId));
  }
}

/** What a mutation of an installation on a space accounts to. */
const targetOf = ({ organizationId, id, version }: ContentInstallation) => ({
  organization: organizationId,
  target: { type: 'integration-space-installation', id },
  version,
});
