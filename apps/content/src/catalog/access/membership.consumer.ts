import { Injectable } from '@nestjs/common';
import {
  inviteAccepted,
  memberRemoved,
  teamDeleted,
  type EventEnvelope,
  type InviteAccepted,
  type MemberChanged,
  type TeamDeleted,
} from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { AccessGrantRepository } from './access-grant.repository';
import { AccessTargets } from './access-target';

/**
 * Grants of a user end with the membership, and grants of a team with the team. Later grants stay. A grant from an invite
 * link becomes permanent when the user of the link has joined.
 */
@Injectable()
export class MembershipConsumer {
  constructor(
    private readonly grants: AccessGrantRepository,
    private readonly targets: AccessTargets,
  ) {}

  @Consumes(inviteAccepted, 'access-by-links')
  async inviteAccepted({ organization, payload }: EventEnvelope<InviteAccepted>): Promise<void> {
    const { user, target, level } = payload;
    // It may have been deleted or transferred meanwhile.
    if (level && (await this.targets.isOf(organization!, target.type, target.id)))
      await this.grants.raise({ ...target, organizationId: organization! }, user, level);
  }

  @Consumes(memberRemoved, 'access-of-members')
  async memberRemoved({ organization, occurredAt, payload }: EventEnvelope<MemberChanged>): Promise<void> {
    await this.grants.removeSubject(organization!, payload.user, new Date(occurredAt));
  }

  @Consumes(teamDeleted, 'access-of-teams')
  async teamDeleted({ organization, occurredAt, payload }: EventEnvelope<TeamDeleted>): Promise<void> {
    await this.grants.removeSubject(organization!, payload.team, new Date(occurredAt));
  }
}
