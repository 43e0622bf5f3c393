import { Injectable } from '@nestjs/common';
import type { TeamRole } from '@bindery/contracts';
import { containing, Database, Values, type KeysetPosition } from '@bindery/persistence';
import { TeamEntity } from './team.entity';

/** A team in lists. */
export type TeamRow = TeamEntity & { members: number };

const columns = `t.id, t.organization_id as "organizationId", t.title, t.created_at as "createdAt", t.updated_at as "updatedAt",
  t.version, (select count(*)::int from team_membership tm where tm.team_id = t.id) as members`;

interface TeamFilter {
  title?: string;
  /** Only teams of which this user is an owner. */
  owner?: string;
}

@Injectable()
export class TeamRepository {
  constructor(private readonly db: Database) {}

  async find(organization: string, id: string): Promise<TeamRow | undefined> {
    const [row] = await this.db.query<TeamRow>(
      `select ${columns} from team t where t.organization_id = $1 and t.id = $2`,
      [organization, id],
    );
    return row;
  }

  /** The teams among these that the organization has, by id. */
  async findAll(organization: string, ids: string[]): Promise<Map<string, TeamRow>> {
    const rows = await this.db.query<TeamRow>(
      `select ${columns} from team t where t.organization_id = $1 and t.id = any($2)`,
      [organization, ids],
    );
    return new Map(rows.map((team) => [team.id, team]));
  }

  /** The teams among these that belong to one of the organizations. */
  ofOrganizations(organizations: string[], ids: string[]): Promise<TeamRow[]> {
    return this.db.query<TeamRow>(
      `select ${columns} from team t where t.id = any($2) and t.organization_id = any($1)`,
      [organizations, ids],
    );
  }

  /** The team, locked until the transaction ends. */
  async lock(organization: string, id: string): Promise<TeamRow | undefined> {
    await this.db.run(`select from team where organization_id = $1 and id = $2 for no key update`, [organization, id]);
    return this.find(organization, id);
  }

  /** The organization's teams by title. */
  list(organization: string, filter: TeamFilter, after: KeysetPosition | undefined, limit: number): Promise<TeamRow[]> {
    const { where, values } = condition(organization, filter);
    const position = after ? `and (t.title, t.id) > (${values.add(after.value)}, ${values.add(after.id)})` : '';
    return this.db.query<TeamRow>(
      `select ${columns} from team t ${where} ${position} order by t.title, t.id limit ${values.add(limit)}`,
      values.all,
    );
  }

  async count(organization: string, filter: TeamFilter): Promise<number> {
    const { where, values } = condition(organization, filter);
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from team t ${where}`,
      values.all,
    );
    return row!.count;
  }

  /** The teams of a member by title, with the member's role in each. */
  listOfMember(
    organization: string,
    user: string,
    title: string | undefined,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<(TeamRow & { role: TeamRole })[]> {
    const { where, values } = condition(organization, { title });
    const position = after ? `and (t.title, t.id) > (${values.add(after.value)}, ${values.add(after.id)})` : '';
    return this.db.query<TeamRow & { role: TeamRole }>(
      `select ${columns}, mine.role from team_membership mine join team t on t.id = mine.team_id
       ${where} and mine.organization_id = t.organization_id and mine.user_id = ${values.add(user)} ${position}
       order by t.title, t.id limit ${values.add(limit)}`,
      values.all,
    );
  }

  async countOfMember(organization: string, user: string, title: string | undefined): Promise<number> {
    const { where, values } = condition(organization, { title });
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from team_membership mine join team t on t.id = mine.team_id
       ${where} and mine.organization_id = t.organization_id and mine.user_id = ${values.add(user)}`,
      values.all,
    );
    return row!.count;
  }

  async insert(team: Pick<TeamEntity, 'id' | 'organizationId' | 'title'>): Promise<void> {
    await this.db.manager.insert(TeamEntity, team);
  }

  async rename({ id }: TeamRow, title: string): Promise<void> {
    await this.db.run(`update team set title = $2, updated_at = now(), version = version + 1 where id = $1`, [
      id,
      title,
    ]);
  }

  async delete({ id }: TeamRow): Promise<void> {
    await this.db.run(`delete from team where id = $1`, [id]);
  }
}

function condition(organization: string, { title, owner }: TeamFilter): { where: string; values: Values } {
  const values = new Values();
  const parts = [`t.organization_id = ${values.add(organization)}`];
  if (title) parts.push(`lower(t.title) like ${values.add(containing(title))}`);
  if (owner) {
    parts.push(`t.id in (select o.team_id from team_membership o
      where o.organization_id = $1 and o.user_id = ${values.add(owner)} and o.role = 'owner')`);
  }
  return { where: `where ${parts.join(' and ')}`, values };
}
