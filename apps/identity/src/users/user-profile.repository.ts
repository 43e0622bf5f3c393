import { Injectable } from '@nestjs/common';
import type { MemberRole, TeamRole } from '@bindery/contracts';
import { Database } from '@bindery/persistence';

/** One organization of a user; without one where the user is in none. */
export interface UserProfileRow {
  id: string;
  displayName: string;
  email: string;
  verified: boolean;
  emailNotifications: boolean;
  organization: string | null;
  role: MemberRole | null;
  teams: Record<string, TeamRole> | null;
}

@Injectable()
export class UserProfileRepository {
  constructor(private readonly db: Database) {}

  /** The users with the organizations in which they are not disabled. */
  find(ids: string[]): Promise<UserProfileRow[]> {
    return this.db.query<UserProfileRow>(
      `select u.id, u.display_name as "displayName", u.email, u.email_verified_at is not null as verified,
         u.email_notifications as "emailNotifications", o.id as organization, m.role,
         (select json_object_agg(tm.team_id, tm.role) from team_membership tm
          where tm.organization_id = o.id and tm.user_id = m.user_id) as teams
       from "user" u
       left join membership m on m.user_id = u.id and not m.disabled
       left join organization o on o.id = m.organization_id and o.deleted_at is null
       where u.id = any($1)`,
      [ids],
    );
  }
}
