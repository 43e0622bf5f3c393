import { Module } from '@nestjs/common';
import { ForgetSites } from './forget-sites';
import { OrganizationPurge } from './organization-purge';
import { OrganizationRepository } from './organization.repository';

/** The stored organizations. */
@Module({
  providers: [OrganizationRepository, OrganizationPurge, ForgetSites],
  exports: [OrganizationRepository],
})
export class OrganizationsModule {}
