import { Injectable } from '@nestjs/common';
import { notFound, requires, type Page, type Principal, type UpdateContentInstallation } from '@bindery/contracts';
import { Mutations } from '@bindery/messaging';
import { newId, paginate } from '@bindery/persistence';
import { Addresses } from '../registry/addresses';
import { RecordEvent } from '../queue/record-event';
import { checkConfiguration, statusFor, withDefaults } from './configuration';
import type { ContentKind } from './content-installation.entity';
import { presentContentInstallation, type PresentedInstallation } from './content-installation.presenter';
import { ContentInstallationRepository, type ContentInstallation } from './content-installation.repository';
import { FindInstallation, type FoundInstallation } from './find-installation';
import { InstallOnContent } from './install-on-content';
import { InstallationTargets } from './installation-targets';

/** The requested installation, and the caller. */
interface InstallationQuestion {
  principal: Principal;
  params: { integrationName: string; installationId: string };
  query: { extended: boolean };
}

const names = { space: 'Space', site: 'Site' };

/** Installations on spaces and on sites: the rules for both are the same. */
@Injectable()
export class ContentInstallations {
  constructor(
    private readonly find: FindInstallation,
    private readonly contents: ContentInstallationRepository,
    private readonly installing: InstallOnContent,
    private readonly whole: InstallationTargets,
    private readonly events: RecordEvent,
    private readonly mutations: Mutations,
    private readonly addresses: Addresses,
  ) {}

  async list<K extends ContentKind>(
    kind: K,
    { principal, params, query }: InstallationQuestion & { query: { page?: string; limit: number } },
  ): Promise<Page<PresentedInstallation[K]>> {
    const found = await this.find.visible(principal, params.integrationName, params.installationId);
    const filter = { kind, installation: found.installation.id };
    const page = await paginate(query, {
      scope: ['installation contents', kind, found.installation.id],
      rows: (after, limit) => this.contents.list(principal, found.integration.id, filter, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.contents.count(principal, found.integration.id, filter),
    });
    const present = await this.presenter(kind, found, principal, query, page.items);
    return { ...page, items: page.items.map(present) };
  }

  async install<K extends ContentKind>(
    kind: K,
    contentId: string,
    { principal, params, query }: InstallationQuestion,
  ): Promise<PresentedInstallation[K]> {
    const found = await this.find.visible(principal, params.integrationName, params.installationId);
    const { organizationId } = found.installation;
    await this.installing.check(principal, found, kind, contentId);
    const present = await this.presenter(kind, found, principal, query, [{ organizationId, contentId }]);
    const id = newId();
    const schema = found.integration.manifest.configurations?.[kind];
    const configuration = withDefaults(schema);
    const settings = { id, kind, contentId, configuration, status: statusFor(schema, configuration) };
    const target = { type: `integration-${kind}-installation`, id };
    return this.mutations.run({ organization: organizationId, target }, async () =>
      present(await this.installing.run(found.installation, settings)),
    );
  }

  async get<K extends ContentKind>(
    kind: K,
    contentId: string,
    { principal, params, query }: InstallationQuestion,
  ): Promise<PresentedInstallation[K]> {
    const found = await this.find.visible(principal, params.integrationName, params.installationId);
    const row = await this.load(found, kind, contentId);
    return (await this.presenter(kind, found, principal, query, [row]))(row);
  }

  async update<K extends ContentKind>(
    kind: K,
    contentId: string,
    { principal, params, query }: InstallationQuestion,
    body: UpdateContentInstallation,
  ): Promise<PresentedInstallation[K]> {
    const found = await this.find.visible(principal, params.integrationName, params.installationId);
    const row = await this.load(found, kind, contentId);
    requires(found.access.configure);
    const schema = found.integration.manifest.configurations?.[kind];
    const isPerson = principal.kind === 'user';
    if (body.configuration) checkConfiguration(schema, body.configuration, { isPerson });
    const present = await this.presenter(kind, found, principal, query, [row]);
    return this.mutations.run(targetOf(row), async () => {
      const before = await this.contents.lock(row.id);
      if (!before) throw notFound(names[kind]);
      const configuration = body.configuration ? withDefaults(schema, body.configuration) : before.configuration;
      const status = statusFor(schema, configuration);
      const externalIds = body.externalIds ?? before.externalIds;
      await this.contents.update(row.id, { configuration, status, externalIds });
      if (body.configuration) {
        const previous = { status: before.status, configuration: before.configuration };
        const fields = { [`${kind}Id`]: contentId, status, previous };
        await this.events.add(found.installation, `${kind}_installation_setup`, fields);
      }
      return present(await this.load(found, kind, contentId));
    });
  }

  async uninstall(
    kind: ContentKind,
    contentId: string,
    { principal, params }: Omit<InstallationQuestion, 'query'>,
  ): Promise<void> {
    const found = await this.find.ifVisible(principal, params.integrationName, params.installationId);
    const row = found && (await this.contents.find(found.installation.id, kind, contentId));
    if (!row) return;
    requires(found.access.manage);
    await this.mutations.run(targetOf(row), async () => {
      const fields = { [`${kind}Id`]: contentId, previous: { configuration: row.configuration } };
      await this.events.add(found.installation, `${kind}_installation_deleted`, fields);
      await this.contents.delete(row.id);
    });
  }

  private async load(
    { installation }: FoundInstallation,
    kind: ContentKind,
    content: string,
  ): Promise<ContentInstallation> {
    const row = await this.contents.find(installation.id, kind, content);
    if (!row) throw notFound(names[kind]);
    return row;
  }

  /** The presenter of rows, with the complete spaces or sites if the caller requested them. */
  private async presenter<K extends ContentKind>(
    kind: K,
    { integration, access }: FoundInstallation,
    principal: Principal,
    { extended }: { extended: boolean },
    rows: Pick<ContentInstallation, 'organizationId' | 'contentId'>[],
  ): Promise<(row: ContentInstallation) => PresentedInstallation[K]> {
    const whole = extended ? await this.whole.of(kind, principal, rows) : undefined;
    const context = { integration: integration.name, addresses: this.addresses, configure: access.configure };
    return (row) => presentContentInstallation[kind](row, context, whole?.(row));
  }
}

/** The target of a mutation of an installation on a space or site. */
const targetOf = ({ organizationId, id, version, kind }: ContentInstallation) => ({
  organization: organizationId,
  target: { type: `integration-${kind}-installation`, id },
  version,
  row: { table: 'content_installation', key: { id } },
});
