import { Injectable } from '@nestjs/common';
import type { InstallationStatus, Principal } from '@bindery/contracts';
import { Database, type KeysetPosition } from '@bindery/persistence';
import { SealedConfigurations, type ConfigurationValues } from './configuration';
import type { ContentInstallationEntity, ContentKind } from './content-installation.entity';
import { visibleInstallations } from './installation.policy';

/** An installation on a space or a site, with its decrypted configuration. */
export type ContentInstallation = Omit<ContentInstallationEntity, 'configuration' | 'hidden' | 'contentVersion'> & {
  configuration: ConfigurationValues;
};

type Row = Omit<ContentInstallation, 'configuration'> & { configuration: string };

const columns = `c.id, c.installation_id as "installationId", c.integration_id as "integrationId",
  c.organization_id as "organizationId", c.kind, c.content_id as "contentId", c.status, c.configuration,
  c.external_ids as "externalIds", c.created_at as "createdAt", c.updated_at as "updatedAt", c.version`;

/** Excludes installations on deleted spaces. */
export const shownOnContent = 'not c.hidden';

/** $1 to $5: the integration, the caller's visible scope, and whether spaces or sites are listed. */
const visible = `c.integration_id = $1 and ($2 or c.organization_id = any($3::text[]) or c.installation_id = $4) and c.kind = $5
  and ${shownOnContent}`;

interface ContentFilter {
  kind: ContentKind;
  externalId?: string;
  /** Only of this installation. */
  installation?: string;
}

const narrowed = `($6::text is null or $6 = any(c.external_ids)) and ($7::text is null or c.installation_id = $7)`;

@Injectable()
export class ContentInstallationRepository {
  constructor(
    private readonly db: Database,
    private readonly configurations: SealedConfigurations,
  ) {}

  /** The visible installations of an integration, oldest first. */
  list(
    principal: Principal,
    integration: string,
    filter: ContentFilter,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<ContentInstallation[]> {
    return this.select(
      `select ${columns} from content_installation c where ${visible} and ${narrowed}
         and ($8::timestamptz is null or (c.created_at, c.id) > ($8, $9)) order by c.created_at, c.id limit $10`,
      [...scope(principal, integration, filter), after?.value ?? null, after?.id ?? null, limit],
    );
  }

  async count(principal: Principal, integration: string, filter: ContentFilter): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from content_installation c where ${visible} and ${narrowed}`,
      scope(principal, integration, filter),
    );
    return row!.count;
  }

  async find(installation: string, kind: ContentKind, content: string): Promise<ContentInstallation | undefined> {
    const [found] = await this.select(
      `select ${columns} from content_installation c where c.installation_id = $1 and c.kind = $2 and c.content_id = $3
         and ${shownOnContent}`,
      [installation, kind, content],
    );
    return found;
  }

  /** One that is visible, locked until the transaction ends. */
  async lock(id: string): Promise<ContentInstallation | undefined> {
    const [found] = await this.select(
      `select ${columns} from content_installation c where c.id = $1 and ${shownOnContent} for no key update`,
      [id],
    );
    return found;
  }

  async insert(
    row: Pick<
      ContentInstallation,
      'id' | 'installationId' | 'integrationId' | 'organizationId' | 'kind' | 'contentId' | 'status' | 'configuration'
    >,
  ): Promise<void> {
    await this.db.run(
      `insert into content_installation (id, installation_id, integration_id, organization_id, kind, content_id, status, configuration)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        row.id,
        row.installationId,
        row.integrationId,
        row.organizationId,
        row.kind,
        row.contentId,
        row.status,
        this.configurations.seal(row.id, row.configuration),
      ],
    );
  }

  async update(
    id: string,
    {
      status,
      configuration,
      externalIds,
    }: Pick<ContentInstallation, 'configuration' | 'externalIds'> & {
      status: InstallationStatus;
    },
  ): Promise<void> {
    await this.db.run(
      `update content_installation set status = $2, configuration = $3, external_ids = $4, updated_at = now(),
         version = version + 1 where id = $1`,
      [id, status, this.configurations.seal(id, configuration), externalIds],
    );
  }

  async delete(id: string): Promise<void> {
    await this.db.run(`delete from content_installation where id = $1`, [id]);
  }

  /** Hides the installations on a space, or shows them again, unless a newer version of the space was processed before. */
  async hide(space: string, hidden: boolean, version: number): Promise<void> {
    await this.db.run(
      `update content_installation set hidden = $2, content_version = $3
       where kind = 'space' and content_id = $1 and content_version < $3`,
      [space, hidden, version],
    );
  }

  /** All installations on a space or site, hidden ones included. */
  ofContent(kind: ContentKind, content: string): Promise<ContentInstallation[]> {
    return this.select(
      `select ${columns} from content_installation c where c.kind = $1 and c.content_id = $2 order by c.id`,
      [kind, content],
    );
  }

  private async select(text: string, values: unknown[]): Promise<ContentInstallation[]> {
    const rows = await this.db.query<Row>(text, values);
    return rows.map((row) => ({ ...row, configuration: this.configurations.open(row.id, row.configuration) }));
  }
}

const scope = (principal: Principal, integration: string, { kind, externalId, installation }: ContentFilter) => [
  integration,
  ...visibleInstallations(principal, integration),
  kind,
  externalId ?? null,
  installation ?? null,
];
