import { Injectable } from '@nestjs/common';
import {
  memberRemoved,
  organizationDeleted,
  teamDeleted,
  type EventEnvelope,
  type MemberChanged,
  type OrganizationDeleted,
  type TeamDeleted,
} from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { EndedOrganizationRepository } from '../model/ended-organization.repository';
import { SiteGrantRepository } from './site-grant.repository';

/** Removes grants of a user with the membership, and of a team with the team, and hides the sites of a deleted organization. */
@Injectable()
export class RevokeAccess {
  constructor(
    private readonly grants: SiteGrantRepository,
    private readonly organizations: EndedOrganizationRepository,
  ) {}

  @Consumes(memberRemoved, 'site-access-of-members')
  async memberRemoved({ organization, occurredAt, payload }: EventEnvelope<MemberChanged>): Promise<void> {
    await this.grants.removeSubject(organization!, payload.user, new Date(occurredAt));
  }

  @Consumes(teamDeleted, 'site-access-of-teams')
  async teamDeleted({ organization, occurredAt, payload }: EventEnvelope<TeamDeleted>): Promise<void> {
    await this.grants.removeSubject(organization!, payload.team, new Date(occurredAt));
  }

  @Consumes(organizationDeleted, 'sites-of-deleted-organizations')
  async organizationDeleted({ organization, payload }: EventEnvelope<OrganizationDeleted>): Promise<void> {
    await this.organizations.end(organization!, new Date(payload.purgeAfter));
  }
}
