import { Injectable } from '@nestjs/common';
import { conflict, type TeamRole } from '@bindery/contracts';
import { Database, type KeysetPosition } from '@bindery/persistence';
import { memberColumns, scarce, type MemberRow } from '../members/member.repository';
import type { TeamRow } from './team.repository';

/** The most teams of a member in an organization: each is in the principal of every request. */
const mostTeams = 1_000;

/** A member of a team, with the membership in the organization. */
export type TeamMemberRow = MemberRow & { teamRole: TeamRole; addedAt: Date };

@Injectable()
export class TeamMemberRepository {
  constructor(private readonly db: Database) {}

  /** The members of a team in the order in which they were added. */
  list({ id }: TeamRow, after: KeysetPosition | undefined, limit: number): Promise<TeamMemberRow[]> {
    return this.db.query<TeamMemberRow>(
      `select ${memberColumns}, t.role as "teamRole", t.added_at as "addedAt"
       from team_membership t
       join membership m on m.organization_id = t.organization_id and m.user_id = t.user_id
       join "user" u on u.id = m.user_id
       where t.team_id = $1 ${after ? 'and (t.added_at, t.user_id) > ($3::timestamptz, $4)' : ''}
       order by t.added_at, t.user_id limit $2`,
      [id, limit, ...(after ? [after.value, after.id] : [])],
    );
  }

  /**
   * The members of an organization by ids and e-mail addresses, keyed by these references. Their memberships are locked until the
   * transaction ends.
   */
  async resolve(organization: string, references: string[]): Promise<Map<string, string>> {
    const byReference = new Map<string, string>();
    if (references.length === 0) return byReference;
    const emails = references.filter((reference) => reference.includes('@')).map((email) => email.toLowerCase());
    const rows = await this.db.query<{ id: string; email: string }>(
      `select m.user_id as id, lower(u.email) as email from membership m join "user" u on u.id = m.user_id
       where m.organization_id = $1 and m.user_id in (
         select unnest($2::text[]) union select id from "user" where lower(email) = any($3))
       order by m.user_id for key share of m`,
      [organization, references, emails],
    );
    const known = new Map(rows.flatMap(({ id, email }) => [[id, id] as const, [email, id] as const]));
    for (const reference of references) {
      const id = known.get(reference.includes('@') ? reference.toLowerCase() : reference);
      if (id) byReference.set(reference, id);
    }
    return byReference;
  }

  async has({ id }: TeamRow, user: string): Promise<boolean> {
    return (await this.db.run(`select from team_membership where team_id = $1 and user_id = $2`, [id, user])) === 1;
  }

  /** Whether a member may be in one more team. */
  async hasRoom(organization: string, user: string): Promise<boolean> {
    return (await this.inMoreThan(mostTeams - 1, organization, [user])).length === 0;
  }

  /** Adds members; an existing one stays unchanged. Throws 409 for a member of too many teams. */
  add(team: TeamRow, users: Iterable<string>): Promise<void> {
    return this.insert(team, new Map([...users].map((user) => [user, 'member'])), 'do nothing');
  }

  /** Gives members a role in the team, adding those who are not in it. */
  set(team: TeamRow, roles: Map<string, TeamRole>): Promise<void> {
    return this.insert(team, roles, 'do update set role = excluded.role');
  }

  async remove({ id }: TeamRow, users: Iterable<string>): Promise<void> {
    await this.db.run(`delete from team_membership where team_id = $1 and user_id = any($2)`, [id, [...users]]);
  }

  /** Marks the team as changed: its members are part of the version that `If-Match` compares. */
  async touch({ id }: TeamRow): Promise<void> {
    await this.db.run(`update team set updated_at = now(), version = version + 1 where id = $1`, [id]);
  }

  private async insert({ id, organizationId }: TeamRow, roles: Map<string, TeamRole>, known: string): Promise<void> {
    if (roles.size === 0) return;
    await this.db.run(
      `insert into team_membership (team_id, organization_id, user_id, role)
       select $1, $2, added.id, added.role from unnest($3::text[], $4::text[]) as added (id, role)
       on conflict (team_id, user_id) ${known}`,
      [id, organizationId, [...roles.keys()], [...roles.values()]],
    );
    const many = await this.inMoreThan(mostTeams - scarce, organizationId, [...roles.keys()]);
    if (many.length === 0) return;
    // Waits for concurrent transactions that add these members, so that it counts their rows.
    await this.db.run(
      `select from membership where organization_id = $1 and user_id = any($2) order by user_id for no key update`,
      [organizationId, many],
    );
    if ((await this.inMoreThan(mostTeams, organizationId, many)).length > 0)
      throw conflict(`A member can be in at most ${mostTeams} teams of an organization`);
  }

  /** The users among these who are in more teams than that. */
  private async inMoreThan(teams: number, organization: string, users: string[]): Promise<string[]> {
    const rows = await this.db.query<{ user: string }>(
      `select user_id as "user" from team_membership where organization_id = $1 and user_id = any($2)
       group by user_id having count(*) > $3`,
      [organization, users, teams],
    );
    return rows.map(({ user }) => user);
  }
}
