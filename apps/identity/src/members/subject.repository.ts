import { Injectable } from '@nestjs/common';
import { memberRoles, type MemberRole, type ResolveAccess, type ResolvedUser } from '@bindery/contracts';
import { Database } from '@bindery/persistence';

/** Roles from the lowest to the highest: the rank of a role is its position, from 1. */
const ascending = [...memberRoles].reverse();
const rankOf = (role: MemberRole | null | undefined): number => (role ? ascending.indexOf(role) + 1 : 0);

type SubjectQuery = Omit<ResolveAccess, 'after' | 'limit'>;

/** Reads users and teams for the services that grant access to them. */
@Injectable()
export class SubjectRepository {
  constructor(private readonly db: Database) {}

  /** The users among these who are members or guests and not disabled. */
  async members(organization: string, users: string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select user_id as id from membership where organization_id = $1 and user_id = any($2) and not disabled`,
      [organization, users],
    );
    return rows.map(({ id }) => id);
  }

  /** The teams among these that the organization has. */
  async teams(organization: string, teams: string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select id from team where organization_id = $1 and id = any($2)`,
      [organization, teams],
    );
    return rows.map(({ id }) => id);
  }

  /** Members with access, in the order of their ids. */
  async withAccess(wanted: SubjectQuery, after: string | undefined, limit: number): Promise<ResolvedUser[]> {
    const rows = await this.db.query<Omit<ResolvedUser, 'permission'> & { rank: number }>(
      `${resolved} select user_id as "user", role, teams, rank from resolved
       where rank > 0 and ($8 = 0 or rank = $8) and ($9::text is null or user_id > $9) order by user_id limit $10`,
      [...parametersOf(wanted), rankOf(wanted.role), after ?? null, limit],
    );
    return rows.map(({ rank, ...user }) => ({ ...user, permission: ascending[rank - 1]! }));
  }

  async countWithAccess(wanted: SubjectQuery): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `${resolved} select count(*)::integer as count from resolved where rank > 0 and ($8 = 0 or rank = $8)`,
      [...parametersOf(wanted), rankOf(wanted.role)],
    );
    return row!.count;
  }
}

/**
 * Every member with the rank of the highest role of all sources: $1 the organization, $2 the roles, $3 the role of every
 * member who is no guest, $4 and $5 users with ranks, $6 and $7 teams with ranks.
 */
const resolved = `
  with resolved as (
    select m.user_id, m.role, coalesce(t.teams, '{}') as teams,
      greatest(array_position($2::text[], m.role), case when m.role is not null then $3::integer end, u.rank, t.rank, 0) as rank
    from membership m
    left join unnest($4::text[], $5::integer[]) as u (id, rank) on u.id = m.user_id
    left join (
      select tm.user_id, array_agg(tm.team_id order by tm.team_id) as teams, max(g.rank) as rank
      from unnest($6::text[], $7::integer[]) as g (id, rank)
      join team_membership tm on tm.team_id = g.id and tm.organization_id = $1 group by tm.user_id) t on t.user_id = m.user_id
    where m.organization_id = $1 and not m.disabled)`;

function parametersOf({ organization, users, teams, defaultLevel }: SubjectQuery): unknown[] {
  const [userIds, teamIds] = [Object.keys(users), Object.keys(teams)];
  return [
    organization,
    ascending,
    rankOf(defaultLevel),
    userIds,
    userIds.map((id) => rankOf(users[id])),
    teamIds,
    teamIds.map((id) => rankOf(teams[id])),
  ];
}
