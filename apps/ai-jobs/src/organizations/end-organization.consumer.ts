import { Injectable } from '@nestjs/common';
import { organizationDeleted, type EventEnvelope, type OrganizationDeleted } from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { EndedOrganizationRepository } from './ended-organization.repository';

/** Nothing that conversations or translations hold outlives the organization that they belong to. */
@Injectable()
export class EndOrganizationConsumer {
  constructor(private readonly organizations: EndedOrganizationRepository) {}

  @Consumes(organizationDeleted, 'ai-jobs-of-deleted-organizations')
  async end({ organization }: EventEnvelope<OrganizationDeleted>): Promise<void> {
    await this.organizations.remove(organization!);
  }
}
