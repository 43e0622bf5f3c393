import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module';
import { MembersModule } from '../members/members.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { TokensModule } from '../tokens/tokens.module';
import { UsersModule } from '../users/users.module';
import { JoinController } from './join.controller';

/** Users who join an organization by their domain. */
@Module({
  imports: [DomainsModule, MembersModule, OrganizationsModule, TokensModule, UsersModule],
  controllers: [JoinController],
})
export class JoiningModule {}
