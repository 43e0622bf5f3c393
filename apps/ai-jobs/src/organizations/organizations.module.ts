import { Module } from '@nestjs/common';
import { EndOrganizationConsumer } from './end-organization.consumer';
import { EndedOrganizationRepository } from './ended-organization.repository';

/** Follows the organizations that end. */
@Module({
  providers: [EndedOrganizationRepository, EndOrganizationConsumer],
})
export class OrganizationsModule {}
