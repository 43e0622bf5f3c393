import { Injectable } from '@nestjs/common';
import type { MemberRole } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { InvitationEntity } from './invitation.entity';

/** A user who can be invited, by a verified address. */
export interface InvitableUser {
  id: string;
  email: string;
  /** Whether the user belongs to another organization. */
  elsewhere: boolean;
}

/** An invitation that its user accepts. */
export interface TakenInvitation extends Pick<InvitationEntity, 'organizationId' | 'role' | 'sso' | 'invitedBy'> {
  /** The inviter's role now. */
  inviterRole: MemberRole | null;
}

/** Days for which an invitation waits for its user. */
export const invitationDays = 30;
/** Invitations that one statement removes: more than a request adds. */
const batch = 1_000;

/** The tables and the condition of an invitation `i` that counts: it has not ended, and its inviter is an active member. */
const inviter = `organization o, membership m`;
const counts = `i.created_at > now() - interval '${invitationDays} days' and o.id = i.organization_id and o.deleted_at is null
  and m.organization_id = i.organization_id and m.user_id = i.invited_by and not m.disabled`;

const elsewhere = (organization: string) => `exists (
  select from membership other join organization o on o.id = other.organization_id and o.deleted_at is null
  where other.user_id = u.id and other.organization_id <> ${organization})`;

@Injectable()
export class InvitationRepository {
  constructor(private readonly db: Database) {}

  /** Users with these addresses, in lower case. A user with an unverified address might not be the owner of the address. */
  usersOf(organization: string, emails: string[]): Promise<InvitableUser[]> {
    return this.db.query<InvitableUser>(
      `select u.id, lower(u.email) as email, ${elsewhere('$1')} as elsewhere from "user" u
       where lower(u.email) = any($2) and u.email_verified_at is not null`,
      [organization, emails],
    );
  }

  /** Removes some of those that have ended, of any organization. Waits for no other request that does the same. */
  async removeEnded(): Promise<void> {
    await this.db.run(
      `delete from invitation where id in (
         select id from invitation where created_at < now() - interval '${invitationDays} days'
         order by created_at limit ${batch} for update skip locked)`,
    );
  }

  /** Stores an invitation; replaces one of the same address, under its id. Returns the id. */
  async keep(invitation: Omit<InvitationEntity, 'createdAt'>): Promise<string> {
    const { id, organizationId, email, role, sso, invitedBy } = invitation;
    const [row] = await this.db.query<{ id: string }>(
      `insert into invitation (id, organization_id, email, role, sso, invited_by) values ($1, $2, $3, $4, $5, $6)
       on conflict (email, organization_id) do update set role = excluded.role, sso = excluded.sso,
         invited_by = excluded.invited_by, created_at = now()
       returning id`,
      [id, organizationId, email, role, sso, invitedBy],
    );
    return row!.id;
  }

  /** Whether an organization has invited the address, which is in lower case. */
  async has(email: string): Promise<boolean> {
    const found = await this.db.run(`select from invitation i, ${inviter} where i.email = $1 and ${counts} limit 1`, [
      email,
    ]);
    return found === 1;
  }

  /**
   * Removes and returns the invitations of an address, so many at most; for single sign-on ones, whether that is still possible. Not those of an
   * organization that has removed the user since: an invitation after a removal lets the user come back (`readmit`).
   */
  take(user: string, email: string, limit: number): Promise<TakenInvitation[]> {
    return this.db.query(
      `delete from invitation i using "user" u, ${inviter}
       where i.id in (select id from invitation where email = $2 order by created_at desc limit $3) and u.id = $1 and ${counts} and not exists (
         select from former_member f where f.organization_id = i.organization_id and f.user_id = u.id and f.removed)
       returning i.organization_id as "organizationId", i.role, i.invited_by as "invitedBy", m.role as "inviterRole",
         i.sso and not ${elsewhere('i.organization_id')} as sso`,
      [user, email, limit],
    );
  }
}
