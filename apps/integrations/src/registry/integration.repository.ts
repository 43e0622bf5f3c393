import { Injectable } from '@nestjs/common';
import type { ListIntegrationsQuery, Principal } from '@bindery/contracts';
import { containing, Database, Values, type KeysetPosition } from '@bindery/persistence';
import { IntegrationEntity } from './integration.entity';
import { organizationsOf } from './integration.policy';

export const integrationColumns = `i.id, i.name, i.organization_id as "organizationId", i.version, i.row_version as "rowVersion", i.runtime,
  i.title, i.description, i.summary, i.visibility, i.target, i.scopes, i.categories, i.block_domains as "blockDomains",
  i.manifest, i.images, i.script_key as "scriptKey", i.signing_secret as "signingSecret",
  i.previous_signing_secret as "previousSigningSecret", i.previous_signing_until as "previousSigningUntil", i.tunnel_url as "tunnelUrl",
  i.tunnel_all as "tunnelAll", i.tunnel_until as "tunnelUntil", i.unpublished_at as "unpublishedAt",
  i.created_at as "createdAt", i.updated_at as "updatedAt"`;

/** The filters of a list of integrations. */
type IntegrationFilter = Partial<Omit<ListIntegrationsQuery, 'page' | 'limit'>>;

export type PublishedFields = Omit<
  IntegrationEntity,
  | 'version'
  | 'rowVersion'
  | 'previousSigningSecret'
  | 'previousSigningUntil'
  | 'tunnelUrl'
  | 'tunnelAll'
  | 'tunnelUntil'
  | 'unpublishedAt'
  | 'createdAt'
  | 'updatedAt'
>;

@Injectable()
export class IntegrationRepository {
  constructor(private readonly db: Database) {}

  async byName(name: string): Promise<IntegrationEntity | undefined> {
    const [row] = await this.db.query<IntegrationEntity>(
      `select ${integrationColumns} from integration i where i.name = $1`,
      [name],
    );
    return row;
  }

  /** The integration with the name, in any case; locks it until the transaction ends. */
  async lockByName(name: string): Promise<IntegrationEntity | undefined> {
    const [row] = await this.db.query<IntegrationEntity>(
      `select ${integrationColumns} from integration i where lower(i.name) = lower($1) for no key update`,
      [name],
    );
    return row;
  }

  async byId(id: string): Promise<IntegrationEntity | undefined> {
    const [row] = await this.db.query<IntegrationEntity>(
      `select ${integrationColumns} from integration i where i.id = $1`,
      [id],
    );
    return row;
  }

  /** Public integrations, and those that the caller's organizations published, by name. */
  list(
    principal: Principal,
    filter: IntegrationFilter,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<IntegrationEntity[]> {
    const { where, values } = listed(principal, filter);
    const position = after ? `and i.name > ${values.add(after.value)}` : '';
    return this.db.query<IntegrationEntity>(
      `select ${integrationColumns} from integration i ${where} ${position} order by i.name limit ${values.add(limit)}`,
      values.all,
    );
  }

  async count(principal: Principal, filter: IntegrationFilter): Promise<number> {
    const { where, values } = listed(principal, filter);
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from integration i ${where}`,
      values.all,
    );
    return row!.count;
  }

  async insert(integration: PublishedFields): Promise<void> {
    await this.db.manager.insert(IntegrationEntity, { ...integration, version: 1 } as object);
  }

  /** Publishes a further version, also of an unpublished integration. */
  async publish({
    id,
    ...published
  }: Omit<PublishedFields, 'signingSecret' | 'organizationId' | 'name'>): Promise<void> {
    await this.db.manager
      .createQueryBuilder()
      .update(IntegrationEntity)
      .set({
        ...(published as object),
        unpublishedAt: null,
        version: () => 'version + 1',
        rowVersion: () => 'row_version + 1',
        updatedAt: () => 'now()',
      })
      .where({ id })
      .execute();
  }

  /** Hides it; the name stays with its organization. */
  async unpublish(id: string): Promise<void> {
    await this.db.run(
      `update integration set unpublished_at = now(), tunnel_url = null, tunnel_until = null, row_version = row_version + 1,
         updated_at = now() where id = $1`,
      [id],
    );
  }

  /** Signs with another key from now on, and until a time with the present one as well. */
  async changeSigningSecret(id: string, sealed: string, until: Date): Promise<void> {
    await this.db.run(
      `update integration set previous_signing_secret = signing_secret, previous_signing_until = $3, signing_secret = $2,
         row_version = row_version + 1, updated_at = now() where id = $1`,
      [id, sealed, until],
    );
  }

  /** Sends events to a tunnel until a time; null ends that. */
  async setTunnel(id: string, tunnel: { url: string; all: boolean; until: Date } | null): Promise<void> {
    await this.db.run(
      `update integration set tunnel_url = $2, tunnel_all = $3, tunnel_until = $4, row_version = row_version + 1,
         updated_at = now() where id = $1`,
      [id, tunnel?.url ?? null, tunnel?.all ?? false, tunnel?.until ?? null],
    );
  }

  /** Integrations that an organization owns and has not unpublished. */
  ofOrganization(organization: string): Promise<IntegrationEntity[]> {
    return this.db.query<IntegrationEntity>(
      `select ${integrationColumns} from integration i where i.organization_id = $1 and i.unpublished_at is null`,
      [organization],
    );
  }
}

function listed(principal: Principal, filter: IntegrationFilter): { where: string; values: Values } {
  const values = new Values();
  const { search, category, blockDomain, blocks, contentSources, owner, scope, target } = filter;
  const own = values.add(organizationsOf(principal));
  const parts = [
    `i.unpublished_at is null`,
    `(i.visibility = 'public' or i.organization_id = any(${own}) or i.id = ${values.add(principal.integration?.id ?? '')})`,
  ];
  if (search) {
    const pattern = values.add(containing(search));
    parts.push(`(lower(i.name) like ${pattern} or lower(i.title) like ${pattern})`);
  }
  if (category) parts.push(`${values.add(category)} = any(i.categories)`);
  if (blockDomain) parts.push(`${values.add(blockDomain.toLowerCase())} = any(i.block_domains)`);
  if (blocks !== undefined) parts.push(holds('blocks', blocks));
  if (contentSources !== undefined) parts.push(holds('contentSources', contentSources));
  if (owner) parts.push(`i.organization_id = ${values.add(owner)}`);
  if (scope) parts.push(`${values.add(scope)} = any(i.scopes)`);
  if (target) parts.push(`i.target = ${values.add(target)}`);
  return { where: `where ${parts.join(' and ')}`, values };
}

/** Whether the manifest has any entry in the field. */
const holds = (field: 'blocks' | 'contentSources', any: boolean): string =>
  `(jsonb_array_length(coalesce(i.manifest -> '${field}', '[]')) > 0) = ${any}`;
