import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module';
import { MembersModule } from '../members/members.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { TokensModule } from '../tokens/tokens.module';
import { OrganizationsController } from './organizations.controller';

/** Operations on organizations. */
@Module({
  imports: [DomainsModule, MembersModule, OrganizationsModule, TokensModule],
  controllers: [OrganizationsController],
})
export class AdministrationModule {}
