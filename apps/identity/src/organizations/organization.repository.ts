import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import type { Principal } from '@bindery/contracts';
import { Database, isUniqueViolation, type KeysetPosition } from '@bindery/persistence';
import { MembershipEntity } from './membership.entity';
import { OrganizationEntity } from './organization.entity';

/** The settings of an organization that its administrators change. */
export type OrganizationSettings = Partial<
  Pick<
    OrganizationEntity,
    | 'title'
    | 'emailDomains'
    | 'hostname'
    | 'defaultRole'
    | 'defaultContent'
    | 'logo'
    | 'sso'
    | 'ai'
    | 'agents'
    | 'inviteLinks'
    | 'mergeRules'
    | 'tokenLifetimeDays'
  >
>;

/** The columns of an organization under its entity's names. */
const columns = `id, title, type, use_case as "useCase", email_domains as "emailDomains", hostname, default_role as "defaultRole",
  default_content as "defaultContent", logo, sso, ai, agents, invite_links as "inviteLinks", merge_rules as "mergeRules",
  token_lifetime_days as "tokenLifetimeDays", created_at as "createdAt", updated_at as "updatedAt", deleted_at as "deletedAt", version`;

/** Days for which a deleted organization is kept before it is purged (specification section 8, as for spaces). */
export const retentionDays = 7;

@Injectable()
export class OrganizationRepository {
  constructor(private readonly db: Database) {}

  /** Only organizations of which the caller is a member, guests included. */
  private visibleTo(principal: Principal): SelectQueryBuilder<OrganizationEntity> {
    return this.db.manager
      .createQueryBuilder(OrganizationEntity, 'o')
      .where('o.id = any(:ids) and o.deletedAt is null', { ids: Object.keys(principal.organizations) });
  }

  /** The app and other services often ask for it, so the statement is prepared. */
  async find(principal: Principal, id: string): Promise<OrganizationEntity | null> {
    if (!(id in principal.organizations)) return null;
    const [row] = await this.db.query<OrganizationEntity>(
      `select ${columns} from organization where id = $1 and deleted_at is null`,
      [id],
    );
    return row ?? null;
  }

  /** The organizations among these of which the caller is a member. */
  findAll(principal: Principal, wanted: string[]): Promise<OrganizationEntity[]> {
    return this.visibleTo(principal).andWhere('o.id = any(:wanted)', { wanted }).getMany();
  }

  list(principal: Principal, after: KeysetPosition | undefined, limit: number): Promise<OrganizationEntity[]> {
    const query = this.visibleTo(principal);
    if (after) query.andWhere('(o.title, o.id) > (:value, :id)', after);
    return query.orderBy('o.title').addOrderBy('o.id').limit(limit).getMany();
  }

  count(principal: Principal): Promise<number> {
    return this.visibleTo(principal).getCount();
  }

  /** Organizations by id, without a check of access: the presenter decides which fields to show. */
  byIds(ids: string[]): Promise<OrganizationEntity[]> {
    return this.db.manager
      .createQueryBuilder(OrganizationEntity, 'o')
      .where('o.id = any(:ids) and o.deletedAt is null', { ids })
      .getMany();
  }

  async insert(
    organization: Partial<OrganizationEntity> & Pick<OrganizationEntity, 'id' | 'title' | 'type'>,
  ): Promise<OrganizationEntity> {
    await this.db.manager.insert(OrganizationEntity, organization);
    return this.db.manager.findOneByOrFail(OrganizationEntity, { id: organization.id });
  }

  async update(id: string, settings: OrganizationSettings): Promise<OrganizationEntity> {
    await this.db.manager
      .createQueryBuilder()
      .update(OrganizationEntity)
      .set({ ...(settings as object), updatedAt: () => 'now()', version: () => 'version + 1' })
      .where({ id })
      .execute();
    return this.db.manager.findOneByOrFail(OrganizationEntity, { id });
  }

  /** Removes the site as the organization's default content. */
  async forgetSite(id: string, site: string): Promise<void> {
    await this.db.run(
      `update organization set default_content = null, updated_at = now(), version = version + 1
       where id = $1 and default_content ->> 'site' = $2`,
      [id, site],
    );
  }

  /** The organization with that id or hostname, for callers who are not signed in. */
  async byIdOrHostname(name: string): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select id from organization where deleted_at is null and (id = $1 or hostname = lower($1))`,
      [name],
    );
    return rows.map(({ id }) => id);
  }

  /** The longest token lifetime, in days, that one of the organizations permits; undefined for none. */
  async longestTokenLifetime(ids: string[]): Promise<number | undefined> {
    const [row] = await this.db.query<{ days: number | null }>(
      `select max(token_lifetime_days) as days from organization where id = any($1) and deleted_at is null`,
      [ids],
    );
    return row?.days ?? undefined;
  }

  /** Hides the organization from all users, its members included. Returns the time of the purge. */
  async delete(id: string, now: Date): Promise<Date> {
    const [row] = await this.db.query<{ purgeAfter: Date }>(
      `update organization set deleted_at = $3, updated_at = now(), version = version + 1 where id = $1
       returning deleted_at + $2 * interval '1 day' as "purgeAfter"`,
      [id, retentionDays, now],
    );
    return row!.purgeAfter;
  }

  /** The organization if it lists the e-mail domain, without a check of access. */
  async listing(id: string, domain: string): Promise<OrganizationEntity | undefined> {
    const [row] = await this.db.query<OrganizationEntity>(
      `select ${columns} from organization where id = $1 and email_domains @> array[$2] and deleted_at is null`,
      [id, domain],
    );
    return row;
  }

  /** The first hundred organizations that list the e-mail domain, which must be in normal form. */
  ofDomain(domain: string): Promise<OrganizationEntity[]> {
    return this.db.manager
      .createQueryBuilder(OrganizationEntity, 'o')
      .where('o.emailDomains @> array[:domain]::text[] and o.deletedAt is null', { domain })
      .orderBy('o.title')
      .addOrderBy('o.id')
      .limit(100)
      .getMany();
  }

  byHostname(principal: Principal, hostname: string): Promise<OrganizationEntity | null> {
    return this.visibleTo(principal).andWhere('o.hostname = :hostname', { hostname }).getOne();
  }

  /** The organization with that title of which the user is a member. */
  ofMemberByTitle(userId: string, title: string): Promise<OrganizationEntity | null> {
    return this.db.manager
      .createQueryBuilder(OrganizationEntity, 'o')
      .innerJoin(MembershipEntity, 'm', 'm.organizationId = o.id and m.userId = :userId', { userId })
      .where('o.title = :title and o.deletedAt is null', { title })
      .getOne();
  }
}

export const isHostnameTaken = (error: unknown): boolean => isUniqueViolation(error, 'organization_hostname');
