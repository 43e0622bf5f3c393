import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import { InvitationEntity } from './invitation.entity';

/** A user who can be invited, by a verified address. */
export interface InvitableUser {
  id: string;
  email: string;
  /** Whether the user belongs to another organization. */
  elsewhere: boolean;
}

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
    const found = await this.db.run(
      `select from invitation i join organization o on o.id = i.organization_id and o.deleted_at is null
       where i.email = $1 limit 1`,
      [email],
    );
    return found === 1;
  }

  /** Removes and returns the invitations of an address; for single sign-on ones, whether that is still possible. */
  take(user: string, email: string): Promise<Pick<InvitationEntity, 'organizationId' | 'role' | 'sso'>[]> {
    return this.db.query(
      `delete from invitation i using "user" u, organization o
       where i.email = $2 and u.id = $1 and o.id = i.organization_id and o.deleted_at is null
       returning i.organization_id as "organizationId", i.role, i.sso and not ${elsewhere('i.organization_id')} as sso`,
      [user, email],
    );
  }
}
