import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import { UserEntity } from './user.entity';

const columns = `id, display_name as "displayName", email, photo_url as "photoURL", email_verified_at as "emailVerifiedAt",
  email_notifications as "emailNotifications", created_at as "createdAt", updated_at as "updatedAt", version`;

@Injectable()
export class UserRepository {
  constructor(private readonly db: Database) {}

  byId(id: string): Promise<UserEntity | null> {
    return this.db.manager.findOneBy(UserEntity, { id });
  }

  byIds(ids: string[]): Promise<UserEntity[]> {
    return this.db.query<UserEntity>(`select ${columns} from "user" where id = any($1)`, [ids]);
  }

  /** The users with the oldest thousand of their organizations, so that nobody makes the answers of others too large. */
  withOrganizations(ids: string[]): Promise<(UserEntity & { organizations: string[] })[]> {
    return this.db.query(
      `select ${columns}, array(select m.organization_id from membership m where m.user_id = "user".id
         order by m.organization_id limit 1000) as organizations from "user" where id = any($1)`,
      [ids],
    );
  }

  async byEmail(email: string): Promise<UserEntity | null> {
    return this.db.manager
      .createQueryBuilder(UserEntity, 'u')
      .where('lower(u.email) = lower(:email)', { email })
      .getOne();
  }

  /** The organizations among these of which the user is a member. */
  async sharedOrganizations(user: string, organizations: string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select organization_id as id from membership where user_id = $1 and organization_id = any($2)`,
      [user, organizations],
    );
    return rows.map(({ id }) => id);
  }

  /** The memberships of the users in these organizations. */
  membersAmong(users: string[], organizations: string[]): Promise<{ user: string; organization: string }[]> {
    return this.db.query(
      `select user_id as "user", organization_id as organization from membership where user_id = any($1) and organization_id = any($2)`,
      [users, organizations],
    );
  }

  async update(
    id: string,
    change: Partial<Pick<UserEntity, 'displayName' | 'photoURL' | 'emailNotifications'>>,
  ): Promise<UserEntity> {
    await this.db.manager
      .createQueryBuilder()
      .update(UserEntity)
      .set({ ...change, updatedAt: () => 'now()', version: () => 'version + 1' })
      .where({ id })
      .execute();
    return this.db.manager.findOneByOrFail(UserEntity, { id });
  }

  async insert(user: Pick<UserEntity, 'id' | 'displayName' | 'email' | 'emailVerifiedAt'>): Promise<void> {
    await this.db.manager.insert(UserEntity, user);
  }

  /** A new user with an unverified address; undefined when another user has the address already. */
  async create(user: Pick<UserEntity, 'id' | 'displayName' | 'email'>): Promise<UserEntity | undefined> {
    const found = await this.ofEmail(user);
    return found.id === user.id ? found : undefined;
  }

  /** The user with that address, created if there is none; two concurrent calls get the same user. */
  async ofEmail(user: Pick<UserEntity, 'id' | 'displayName' | 'email'>): Promise<UserEntity> {
    await this.db.run(
      `insert into "user" (id, display_name, email) values ($1, $2, $3) on conflict (lower(email)) do nothing`,
      [user.id, user.displayName, user.email],
    );
    return (await this.byEmail(user.email))!;
  }

  /** Marks the address of the user as verified; returns whether it was not before. */
  async verify(id: string): Promise<boolean> {
    const verified = await this.db.run(
      `update "user" set email_verified_at = now() where id = $1 and email_verified_at is null`,
      [id],
    );
    return verified === 1;
  }
}
