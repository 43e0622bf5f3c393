import { Injectable } from '@nestjs/common';
import { ApiError, type TeamMember, type TeamRole } from '@bindery/contracts';
import { TeamMemberRepository } from './team-member.repository';
import type { TeamRow } from './team.repository';

/** Users by id or e-mail address. */
interface Changes {
  add?: string[];
  remove?: string[];
  memberships?: Record<string, TeamMember>;
}

/** Adds, changes and removes members of a team at once. */
@Injectable()
export class UpdateTeamMembers {
  constructor(private readonly members: TeamMemberRepository) {}

  /**
   * Runs in the caller's transaction, which has locked the team. A member in `remove` is removed, even if it is also in another
   * list. Throws 404, naming `field`, when a user to be added is no member of the organization.
   */
  async run(team: TeamRow, { add = [], remove = [], memberships = {} }: Changes, field = 'body.add'): Promise<void> {
    const named = Object.keys(memberships);
    const ids = await this.members.resolve(team.organizationId, [...add, ...remove, ...named]);
    const removed = new Set(remove.flatMap((reference) => ids.get(reference) ?? []));
    const stays = (reference: string): string[] => {
      if (remove.includes(reference)) return [];
      const id = ids.get(reference);
      if (!id) throw unknown(add.includes(reference) ? field : 'body.memberships', reference);
      return removed.has(id) ? [] : [id];
    };
    const roles = named.flatMap((reference) =>
      stays(reference).map((id): [string, TeamRole] => [id, memberships[reference]!.role]),
    );
    await this.members.add(team, add.flatMap(stays));
    await this.members.set(team, new Map(roles));
    await this.members.remove(team, removed);
    await this.members.touch(team);
  }
}

function unknown(field: string, reference: string): ApiError {
  const message = `${field.slice('body.'.length)} names a user who is not a member: ${reference}`;
  return new ApiError(404, message, [{ field, message }]);
}
