import { Injectable } from '@nestjs/common';
import type { InstallationStatus, Principal, Selection } from '@bindery/contracts';
import { Database, type KeysetPosition } from '@bindery/persistence';
import { SealedConfigurations, type ConfigurationValues } from './configuration';
import { shownOnContent } from './content-installation.repository';
import type { InstallationEntity } from './installation.entity';
import { visibleInstallations } from './installation.policy';

/** An installation with its decrypted configuration, and the number of its spaces. */
export type Installation = Omit<InstallationEntity, 'configuration' | 'lastSequence'> & {
  configuration: ConfigurationValues;
  spaces: number;
};

export type InstallationOnSpace = Installation & { spaceVersion: number | null };

type Row = Omit<Installation, 'configuration'> & { configuration: string };

const columns = `n.id, n.integration_id as "integrationId", n.organization_id as "organizationId", n.status,
  n.space_selection as "spaceSelection", n.site_selection as "siteSelection", n.configuration,
  n.external_ids as "externalIds", n.created_at as "createdAt", n.updated_at as "updatedAt", n.version,
  (select count(*)::int from content_installation c where c.installation_id = n.id and c.kind = 'space'
    and ${shownOnContent}) as spaces`;

/** $1 to $4: the integration, and the caller's visible scope. */
const visible = `n.integration_id = $1 and ($2 or n.organization_id = any($3::text[]) or n.id = $4)`;

interface InstallationChange {
  status: InstallationStatus;
  spaceSelection: Selection;
  siteSelection: Selection;
  configuration: ConfigurationValues;
  externalIds: string[];
}

@Injectable()
export class InstallationRepository {
  constructor(
    private readonly db: Database,
    private readonly configurations: SealedConfigurations,
  ) {}

  async byId(id: string): Promise<Installation | undefined> {
    const [found] = await this.select(`select ${columns} from installation n where n.id = $1`, [id]);
    return found;
  }

  /** Installations by id. */
  async byIds(ids: string[]): Promise<Map<string, Installation>> {
    const found = await this.select(`select ${columns} from installation n where n.id = any($1)`, [ids]);
    return new Map(found.map((installation) => [installation.id, installation]));
  }

  /** The installation, locked until the transaction ends. */
  async lock(id: string): Promise<Installation | undefined> {
    await this.db.run(`select from installation where id = $1 for no key update`, [id]);
    return this.byId(id);
  }

  /** The integration's installation on an organization. */
  async on(integration: string, organization: string): Promise<Installation | undefined> {
    const [found] = await this.select(
      `select ${columns} from installation n where n.integration_id = $1 and n.organization_id = $2`,
      [integration, organization],
    );
    return found;
  }

  /** The same, with the version of its installation on a space, which is null where it has none. */
  async onSpace(integration: string, organization: string, space: string): Promise<InstallationOnSpace | undefined> {
    const [found] = await this.select<Pick<InstallationOnSpace, 'spaceVersion'>>(
      `select ${columns}, (select c.version from content_installation c where c.installation_id = n.id
         and c.kind = 'space' and c.content_id = $3 and ${shownOnContent}) as "spaceVersion"
       from installation n where n.integration_id = $1 and n.organization_id = $2`,
      [integration, organization, space],
    );
    return found;
  }

  /** The visible installations of an integration, oldest first. */
  list(
    principal: Principal,
    integration: string,
    externalId: string | undefined,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<Installation[]> {
    return this.select(
      `select ${columns} from installation n where ${visible} and ($5::text is null or $5 = any(n.external_ids))
         and ($6::timestamptz is null or (n.created_at, n.id) > ($6, $7)) order by n.created_at, n.id limit $8`,
      [
        integration,
        ...visibleInstallations(principal, integration),
        externalId ?? null,
        after?.value ?? null,
        after?.id ?? null,
        limit,
      ],
    );
  }

  async count(principal: Principal, integration: string, externalId: string | undefined): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from installation n
       where ${visible} and ($5::text is null or $5 = any(n.external_ids))`,
      [integration, ...visibleInstallations(principal, integration), externalId ?? null],
    );
    return row!.count;
  }

  /** An integration's installations after one of them, in the order of ids. */
  ofIntegration(integration: string, after: string, limit: number): Promise<Installation[]> {
    return this.select(
      `select ${columns} from installation n where n.integration_id = $1 and n.id > $2 order by n.id limit $3`,
      [integration, after, limit],
    );
  }

  /** An organization's installations. */
  ofOrganization(organization: string): Promise<Installation[]> {
    return this.select(
      `select ${columns} from installation n where n.organization_id = $1 order by n.created_at, n.id`,
      [organization],
    );
  }

  async insert({
    id,
    integrationId,
    organizationId,
    ...change
  }: Pick<Installation, 'id' | 'integrationId' | 'organizationId'> & InstallationChange): Promise<void> {
    await this.db.run(
      `insert into installation (id, integration_id, organization_id, status, space_selection, site_selection, configuration, external_ids)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, integrationId, organizationId, ...this.values(id, change)],
    );
  }

  async update(id: string, change: InstallationChange): Promise<void> {
    await this.db.run(
      `update installation set status = $2, space_selection = $3, site_selection = $4, configuration = $5, external_ids = $6,
         updated_at = now(), version = version + 1 where id = $1`,
      [id, ...this.values(id, change)],
    );
  }

  async setStatus(id: string, status: InstallationStatus): Promise<void> {
    await this.db.run(`update installation set status = $2, updated_at = now(), version = version + 1 where id = $1`, [
      id,
      status,
    ]);
  }

  async delete(id: string): Promise<void> {
    await this.db.run(`delete from installation where id = $1`, [id]);
  }

  /** Removes all installations of an integration. */
  async deleteOfIntegration(integration: string): Promise<void> {
    await this.db.run(`delete from installation where integration_id = $1`, [integration]);
  }

  /** Pauses all installations of an organization. */
  async pauseOfOrganization(organization: string): Promise<void> {
    await this.db.run(
      `update installation set status = 'paused', updated_at = now(), version = version + 1
       where organization_id = $1 and status <> 'paused'`,
      [organization],
    );
  }

  private values(id: string, change: InstallationChange): unknown[] {
    const { status, spaceSelection, siteSelection, configuration, externalIds } = change;
    return [status, spaceSelection, siteSelection, this.configurations.seal(id, configuration), externalIds];
  }

  private async select<T extends object>(text: string, values: unknown[]): Promise<(Installation & T)[]> {
    const rows = await this.db.query<Row & T>(text, values);
    return rows.map((row) => ({ ...row, configuration: this.configurations.open(row.id, row.configuration) }));
  }
}
