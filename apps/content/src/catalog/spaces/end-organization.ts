import { Injectable } from '@nestjs/common';
import { organizationDeleted, type EventEnvelope, type OrganizationDeleted } from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { EndedOrganizationRepository } from './ended-organization.repository';

/** Content of a deleted organization is kept until the purge, but no reader gets it, not even content that was public. */
@Injectable()
export class EndOrganization {
  constructor(private readonly organizations: EndedOrganizationRepository) {}

  @Consumes(organizationDeleted, 'ended-organizations')
  async end({ organization, occurredAt, payload }: EventEnvelope<OrganizationDeleted>): Promise<void> {
    await this.organizations.end(organization!, new Date(occurredAt), new Date(payload.purgeAfter));
  }
}
