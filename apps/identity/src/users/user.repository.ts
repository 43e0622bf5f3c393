import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '@bindery/persistence';
import { UserEntity } from './user.entity';

@Injectable()
export class UserRepository {
  constructor(private readonly db: Database) {}

  byId(id: string): Promise<UserEntity | null> {
    return this.db.manager.findOneBy(UserEntity, { id });
  }

  byIds(ids: string[]): Promise<UserEntity[]> {
    return this.db.manager.findBy(UserEntity, { id: In(ids) });
  }

  async byEmail(email: string): Promise<UserEntity | null> {
    return this.db.manager
      .createQueryBuilder(UserEntity, 'u')
      .where('lower(u.email) = lower(:email)', { email })
      .getOne();
  }

  /** Those of the organizations of which the user is a member. */
  async sharedOrganizations(user: string, organizations: string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select organization_id as id from membership where user_id = $1 and organization_id = any($2)`,
      [user, organizations],
    );
    return rows.map(({ id }) => id);
  }

  async update(id: string, change: Partial<Pick<UserEntity, 'displayName' | 'photoURL'>>): Promise<UserEntity> {
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
}
