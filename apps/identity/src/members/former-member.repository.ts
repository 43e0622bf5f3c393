import { Injectable } from '@nestjs/common';
import { lowest, type Level } from '@bindery/authorization';
import { forbidden } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { MemberRepository } from './member.repository';

/** How a user left an organization. */
interface FormerMember {
  /** The role at that time; null for a guest. */
  role: Level;
  /** Whether another user removed them. */
  removed: boolean;
}

/** Users who were members of an organization. `MemberRepository` adds and removes their rows with the memberships. */
@Injectable()
export class FormerMemberRepository {
  constructor(
    private readonly db: Database,
    private readonly members: MemberRepository,
  ) {}

  /**
   * Throws 403 for a user who wants to join without an administrator's invitation, and whom another user removed. Waits for a
   * removal under way. Returns how the user left before, if they did.
   */
  async admit(organization: string, user: string): Promise<FormerMember | undefined> {
    await this.members.lockAdministrators(organization);
    const [former] = await this.db.query<FormerMember>(
      `select role, removed from former_member where organization_id = $1 and user_id = $2`,
      [organization, user],
    );
    if (former?.removed)
      throw forbidden('An administrator removed you from this organization: ask for a new invitation');
    return former;
  }

  /** The role of a user who joins and would get this role: at most the one with which they left. Throws 403 as `admit` does. */
  async roleOnReturn(organization: string, user: string, role: Level): Promise<Level> {
    const former = await this.admit(organization, user);
    return former ? lowest(role, former.role) : role;
  }

  /** Lets users come back whom an administrator invites, by their addresses in lower case. */
  async readmit(organization: string, emails: string[]): Promise<void> {
    await this.db.run(
      `delete from former_member f using "user" u
       where f.organization_id = $1 and u.id = f.user_id and lower(u.email) = any($2)`,
      [organization, emails],
    );
  }
}
