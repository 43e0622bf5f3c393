import { Module } from '@nestjs/common';
import { ForgetSites } from './forget-sites';
import { OrganizationPurge } from './organization-purge';
import { OrganizationRepository } from './organization.repository';

/** Organizations as the service stores them. */
@Module({
  providers: [OrganizationRepository, OrganizationPurge, ForgetSites],
  exports: [OrganizationRepository],
})
export class OrganizationsModule {}
