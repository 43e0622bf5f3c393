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

  async insert(user: Pick<UserEntity, 'id' | 'displayName' | 'email' | 'emailVerifiedAt'>): Promise<void> {
    await this.db.manager.insert(UserEntity, user);
  }
}
