import { Injectable } from '@nestjs/common';
import type { MemberRole } from '@bindery/contracts';
import { Database, randomId, type KeysetPosition } from '@bindery/persistence';
import { LinkInviteEntity } from './link-invite.entity';

/** A link with the conditions of its use. */
export interface LinkInviteUse extends Pick<LinkInviteEntity, 'role' | 'targetType' | 'targetId' | 'createdBy'> {
  /** Whether the organization has enabled links. */
  enabled: boolean;
  ssoEnforced: boolean;
  /** Whether its creator is still an active member. */
  inviterActive: boolean;
  inviterRole: MemberRole | null;
}

@Injectable()
export class LinkInviteRepository {
  constructor(private readonly db: Database) {}

  find(organizationId: string, id: string): Promise<LinkInviteEntity | null> {
    return this.db.manager.findOneBy(LinkInviteEntity, { organizationId, id });
  }

  /** The organization's links in the order of their creation. */
  list(organizationId: string, after: KeysetPosition | undefined, limit: number): Promise<LinkInviteEntity[]> {
    const query = this.db.manager
      .createQueryBuilder(LinkInviteEntity, 'l')
      .where('l.organizationId = :organizationId', { organizationId });
    if (after) query.andWhere('(l.createdAt, l.id) > (:value::timestamptz, :id)', after);
    return query.orderBy('l.createdAt').addOrderBy('l.id').limit(limit).getMany();
  }

  count(organizationId: string): Promise<number> {
    return this.db.manager.countBy(LinkInviteEntity, { organizationId });
  }

  /** The id of a link is a credential, so it is as hard to guess as a token: 190 random bits. */
  newId(): string {
    return randomId(32);
  }

  async insert(invite: Omit<LinkInviteEntity, 'createdAt' | 'version'>): Promise<void> {
    await this.db.manager.insert(LinkInviteEntity, invite);
  }

  async setRole(id: string, role: MemberRole | null): Promise<void> {
    await this.db.run(`update link_invite set role = $2, version = version + 1 where id = $1`, [id, role]);
  }

  /** Deletes the links to a space or collection that were made up to a time. */
  async deleteOf(target: string, until: Date): Promise<void> {
    await this.db.run(`delete from link_invite where target_id = $1 and created_at <= $2`, [target, until]);
  }

  /** Deletes the links of other organizations, made up to a time, to content that belonged to an organization then. */
  async deleteOfOther(target: string, organization: string, until: Date): Promise<void> {
    await this.db.run(`delete from link_invite where target_id = $1 and organization_id <> $2 and created_at <= $3`, [
      target,
      organization,
      until,
    ]);
  }

  async delete(id: string): Promise<void> {
    await this.db.run(`delete from link_invite where id = $1`, [id]);
  }

  /** The link for a user without access to the organization; locked until the transaction ends. */
  async use(organization: string, id: string): Promise<LinkInviteUse | undefined> {
    const [row] = await this.db.query<LinkInviteUse>(
      `select l.role, l.target_type as "targetType", l.target_id as "targetId", l.created_by as "createdBy", o.invite_links as enabled, o.sso as "ssoEnforced", m.role as "inviterRole",
         coalesce(not m.disabled, false) as "inviterActive"
       from link_invite l join organization o on o.id = l.organization_id and o.deleted_at is null
       left join membership m on m.organization_id = l.organization_id and m.user_id = l.created_by
       where l.organization_id = $1 and l.id = $2 for key share of l`,
      [organization, id],
    );
    return row;
  }
}
