import { Module } from '@nestjs/common';
import { ModelModule } from '../model/model.module';
import { GrantAccess } from './grant-access';
import { RevokeAccess } from './revoke-access';
import { SiteAccessController } from './site-access.controller';
import { SiteGrantRepository } from './site-grant.repository';

/** The access of users and teams to sites. */
@Module({
  imports: [ModelModule],
  controllers: [SiteAccessController],
  providers: [SiteGrantRepository, GrantAccess, RevokeAccess],
})
export class AccessModule {}
