import { Injectable } from '@nestjs/common';
import { siteDeleted, type EventEnvelope, type SiteChanged } from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { OrganizationRepository } from './organization.repository';

/** Removes a deleted site as the default content of its organization. */
@Injectable()
export class ForgetSites {
  constructor(private readonly organizations: OrganizationRepository) {}

  @Consumes(siteDeleted, 'default-content-of-deleted-sites')
  siteDeleted({ organization, payload }: EventEnvelope<SiteChanged>): Promise<void> {
    return this.organizations.forgetSite(organization!, payload.site);
  }
}
