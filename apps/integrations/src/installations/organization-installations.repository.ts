import { Injectable } from '@nestjs/common';
import type { InstallationStatus } from '@bindery/contracts';
import { containing, Database, type KeysetPosition } from '@bindery/persistence';
import type { IntegrationEntity } from '../registry/integration.entity';
import { integrationColumns } from '../registry/integration.repository';
import type { ContentKind } from './content-installation.entity';
import { shownOnContent } from './content-installation.repository';

/** An integration with its installations. */
export type InstalledIntegrationRow = IntegrationEntity & {
  installationId: string;
  status: InstallationStatus;
  position: string;
};

const matches = (parameter: string) =>
  `(${parameter}::text is null or lower(i.name) like ${parameter} or lower(i.title) like ${parameter})`;

/** Enabled on a space or site: installed for all of its organization ($1), or on it ($2). */
const enabledOn = (kind: ContentKind) => `from installation n
  join integration i on i.id = n.integration_id and i.unpublished_at is null
  where n.organization_id = $1 and n.status <> 'paused' and i.target in ('all', '${kind}') and (n.${kind}_selection = 'all'
    or exists (select from content_installation c
      where c.installation_id = n.id and c.kind = '${kind}' and c.content_id = $2)) and ${matches('$3')}`;

const onOrganization = `from installation n join integration i on i.id = n.integration_id
  where n.organization_id = $1 and ${matches('$2')}`;

const onContents = `from content_installation c join integration i on i.id = c.integration_id
  where c.organization_id = $1 and c.kind = $2 and ${shownOnContent}`;

const columns = (installation: 'n' | 'c') =>
  `${integrationColumns}, ${installation}.id as position, ${installation}.status`;

/** Reads the installations on an organization and on its spaces and sites. */
@Injectable()
export class OrganizationInstallationsRepository {
  constructor(private readonly db: Database) {}

  /** Installed integrations by the age of their installations. */
  list(
    organization: string,
    search: string | undefined,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<InstalledIntegrationRow[]> {
    return this.db.query<InstalledIntegrationRow>(
      `select ${columns('n')}, n.id as "installationId" ${onOrganization} and n.id > $3 order by n.id limit $4`,
      [organization, search ? containing(search) : null, after?.id ?? '', limit],
    );
  }

  async count(organization: string, search: string | undefined): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(`select count(*)::int as count ${onOrganization}`, [
      organization,
      search ? containing(search) : null,
    ]);
    return row!.count;
  }

  /** Integrations that are installed on spaces or sites, once for each. */
  listOnContents(
    organization: string,
    kind: ContentKind,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<InstalledIntegrationRow[]> {
    return this.db.query<InstalledIntegrationRow>(
      `select ${columns('c')}, c.installation_id as "installationId" ${onContents} and c.id > $3 order by c.id limit $4`,
      [organization, kind, after?.id ?? '', limit],
    );
  }

  async countOnContents(organization: string, kind: ContentKind): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(`select count(*)::int as count ${onContents}`, [
      organization,
      kind,
    ]);
    return row!.count;
  }

  /** Integrations that are enabled on a space or site, by name. */
  listOn(
    kind: ContentKind,
    organization: string,
    content: string,
    search: string | undefined,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<IntegrationEntity[]> {
    return this.db.query<IntegrationEntity>(
      `select ${integrationColumns} ${enabledOn(kind)} and i.name > $4 order by i.name limit $5`,
      [organization, content, search ? containing(search) : null, after?.value ?? '', limit],
    );
  }

  async countOn(kind: ContentKind, organization: string, content: string, search: string | undefined): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(`select count(*)::int as count ${enabledOn(kind)}`, [
      organization,
      content,
      search ? containing(search) : null,
    ]);
    return row!.count;
  }
}
