import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module';
import { PeopleController } from './people.controller';
import { PersonRepository } from './person.repository';
import { UserRepository } from './user.repository';
import { UsersController } from './users.controller';

/** Users and their profiles. */
@Module({
  imports: [TokensModule],
  controllers: [UsersController, PeopleController],
  providers: [UserRepository, PersonRepository],
  exports: [UserRepository],
})
export class UsersModule {}
