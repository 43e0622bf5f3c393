import { Injectable } from '@nestjs/common';
import { conflict, type ListMembersQuery, type MemberRole } from '@bindery/contracts';
import { containing, Database, Values, type KeysetPosition } from '@bindery/persistence';
import type { UserEntity } from '../users/user.entity';
import { isActiveProvider } from '../organizations/active-provider';
import type { MembershipEntity } from '../organizations/membership.entity';

/** A member in lists: the membership, its user and the teams. */
export type MemberRow = Omit<MembershipEntity, 'userId'> &
  Pick<UserEntity, 'id' | 'displayName' | 'email' | 'photoURL'> & { teamIds: string[] };

/** The columns of a member, of `membership m` and `"user" u`. */
export const memberColumns = `u.id, u.display_name as "displayName", u.email, u.photo_url as "photoURL",
  m.organization_id as "organizationId", m.role, m.disabled, m.joined_at as "joinedAt", m.last_seen_at as "lastSeenAt", m.sso,
  m.version, array(select tm.team_id from team_membership tm
    where tm.organization_id = m.organization_id and tm.user_id = m.user_id order by 1) as "teamIds"`;

/** The remedy before single sign-on binds the last administrator. */
export const signInRemedy = 'set up an identity provider first, or appoint an administrator who signs in by e-mail';

export type MemberFilter = Pick<ListMembersQuery, 'order' | 'role' | 'search' | 'sort'>;

/** The most organizations of a user: each is in the principal of every request. */
const mostOrganizations = 1_000;
/** Fewer further organizations, or teams, than that could be used up by concurrent requests, which do not see each other's rows. */
export const scarce = 100;

const sortColumns = { joinedAt: 'm.joined_at', lastSeenAt: 'm.last_seen_at' };

@Injectable()
export class MemberRepository {
  constructor(private readonly db: Database) {}

  async find(organization: string, user: string): Promise<MemberRow | undefined> {
    const [row] = await this.db.query<MemberRow>(
      `select ${memberColumns} from membership m join "user" u on u.id = m.user_id
       where m.organization_id = $1 and m.user_id = $2`,
      [organization, user],
    );
    return row;
  }

  /** Members by pairs of organization and user; other pairs are left out. */
  findAll(organizations: string[], users: string[]): Promise<MemberRow[]> {
    return this.db.query<MemberRow>(
      `select ${memberColumns} from unnest($1::text[], $2::text[]) as asked (organization, "user")
       join membership m on m.organization_id = asked.organization and m.user_id = asked."user"
       join "user" u on u.id = m.user_id`,
      [organizations, users],
    );
  }

  list(
    organization: string,
    filter: MemberFilter,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<MemberRow[]> {
    const { where, values } = condition(organization, filter);
    const [column, desc] = [sortColumns[filter.sort], filter.order === 'desc'];
    const position = after
      ? `and (${column}, m.user_id) ${desc ? '<' : '>'} (${values.add(after.value)}::timestamptz, ${values.add(after.id)})`
      : '';
    const direction = desc ? 'desc' : 'asc';
    return this.db.query<MemberRow>(
      `select ${memberColumns} from membership m join "user" u on u.id = m.user_id ${where} ${position}
       order by ${column} ${direction}, m.user_id ${direction} limit ${values.add(limit)}`,
      values.all,
    );
  }

  async count(organization: string, filter: MemberFilter): Promise<number> {
    const { where, values } = condition(organization, filter);
    const users = filter.search ? `join "user" u on u.id = m.user_id` : '';
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from membership m ${users} ${where}`,
      values.all,
    );
    return row!.count;
  }

  /** Serializes changes to the administrators of an organization until the transaction ends. */
  async lockAdministrators(organization: string): Promise<void> {
    await this.db.run(`select from organization where id = $1 for no key update`, [organization]);
  }

  /**
   * Throws 409 unless an administrator can sign in to the organization, as far as that can be foreseen: an operator helps where
   * a provider fails (`sso off`). The caller has locked the administrators, and names the remedy.
   */
  async requireAdministrator(organization: string, remedy: string): Promise<void> {
    const found = await this.db.run(
      `select from membership m join organization o on o.id = m.organization_id
       where m.organization_id = $1 and coalesce(m.role, 'guest') = 'admin' and not m.disabled
         and (not o.sso or not m.sso
           or exists (select from saml_provider p where p.organization_id = o.id and ${isActiveProvider('p')})) limit 1`,
      [organization],
    );
    if (found === 0) throw conflict(`No administrator could sign in after this: ${remedy}`);
  }

  async update(
    { organizationId, id }: MemberRow,
    { role, disabled, sso }: Pick<MembershipEntity, 'role' | 'disabled' | 'sso'>,
  ): Promise<void> {
    await this.db.run(
      `update membership set role = $3, disabled = $4, sso = $5, version = version + 1
       where organization_id = $1 and user_id = $2`,
      [organizationId, id, role, disabled, sso],
    );
  }

  /** Keeps the member's role, and whether it was another user who removed them, for when they want to come back. */
  async remove({ organizationId, id }: MemberRow, byAnother: boolean): Promise<void> {
    await this.db.run(
      `with gone as (
         delete from membership where organization_id = $1 and user_id = $2 returning organization_id, user_id, role)
       insert into former_member (organization_id, user_id, role, removed) select *, $3::boolean from gone
       on conflict (organization_id, user_id) do update set role = excluded.role, removed = excluded.removed`,
      [organizationId, id, byAnother],
    );
  }

  /**
   * Makes the user a member; an existing member stays unchanged. Returns whether that changed anything. Throws 409 for a user of
   * too many organizations; runs in a transaction.
   */
  async add(organization: string, user: string, role: MemberRole | null, sso = false): Promise<boolean> {
    const added = await this.db.run(
      `with returned as (delete from former_member where organization_id = $1 and user_id = $2)
       insert into membership (organization_id, user_id, role, sso) values ($1, $2, $3, $4) on conflict do nothing`,
      [organization, user, role, sso],
    );
    if (added === 1 && (await this.roomOf(user)) < scarce) await this.requireRoom(user);
    return added === 1;
  }

  /** Waits for concurrent transactions that add the user, so that it counts their rows. */
  private async requireRoom(user: string): Promise<void> {
    await this.db.run(`select from "user" where id = $1 for no key update`, [user]);
    if ((await this.roomOf(user)) < 0) throw conflict(`A user can be in at most ${mostOrganizations} organizations`);
  }

  /** The number of further organizations that the user may be in; deleted ones do not count. */
  async roomOf(user: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from membership m join organization o on o.id = m.organization_id
       where m.user_id = $1 and o.deleted_at is null`,
      [user],
    );
    return mostOrganizations - row!.count;
  }

  /** Stores the member's last activity, at most once a minute. Returns whether it was stored. */
  async seen(organization: string, user: string): Promise<boolean> {
    const noted = await this.db.run(
      `update membership set last_seen_at = now() where organization_id = $1 and user_id = $2
       and (last_seen_at is null or last_seen_at < now() - interval '1 minute')`,
      [organization, user],
    );
    return noted === 1;
  }
}

/** Only the given filters are in the statement, so that each form of it gets its own plan. */
function condition(organization: string, { role, search, sort }: MemberFilter): { where: string; values: Values } {
  const values = new Values();
  const parts = [`m.organization_id = ${values.add(organization)}`];
  if (sort === 'lastSeenAt') parts.push('m.last_seen_at is not null and not m.disabled');
  if (role) parts.push(`coalesce(m.role, 'guest') = ${values.add(role)}`);
  if (search) parts.push(`lower(u.display_name || E'\\n' || u.email) like ${values.add(containing(search))}`);
  return { where: `where ${parts.join(' and ')}`, values };
}
