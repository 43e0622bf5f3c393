import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module';
import { UserProfilesController } from './user-profiles.controller';
import { UserProfileRepository } from './user-profile.repository';
import { UserRepository } from './user.repository';
import { UsersController } from './users.controller';

/** Users and their profiles. */
@Module({
  imports: [TokensModule],
  controllers: [UsersController, UserProfilesController],
  providers: [UserRepository, UserProfileRepository],
  exports: [UserRepository],
})
export class UsersModule {}
