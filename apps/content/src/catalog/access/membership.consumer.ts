import { Injectable } from '@nestjs/common';
import {
  anonymous,
  ifNotFound,
  inviteAccepted,
  memberRemoved,
  subjects,
  teamDeleted,
  type EventEnvelope,
  type InviteAccepted,
  type MemberChanged,
  type TeamDeleted,
} from '@bindery/contracts';
import { Consumes, RpcClient } from '@bindery/messaging';
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
    private readonly rpc: RpcClient,
  ) {}

  @Consumes(inviteAccepted, 'access-by-links')
  async inviteAccepted({ organization, occurredAt, payload }: EventEnvelope<InviteAccepted>): Promise<void> {
    const { user, target, level } = payload;
    // It may have been deleted or transferred meanwhile.
    if (!level || !(await this.targets.isOf(organization!, target.type, target.id))) return;
    const granted = { ...target, organizationId: organization! };
    await this.grants.raise(granted, user, level, { since: new Date(occurredAt) });
    // The membership may have ended meanwhile, and the event of that been handled before this one. Asked after the grant, so
    // that an end after the answer finds it.
    if (!(await this.isMember(organization!, user))) await this.grants.remove(granted, [user]);
  }

  @Consumes(memberRemoved, 'access-of-members')
  async memberRemoved({ organization, occurredAt, payload }: EventEnvelope<MemberChanged>): Promise<void> {
    await this.grants.removeSubject(organization!, payload.user, new Date(occurredAt));
  }

  @Consumes(teamDeleted, 'access-of-teams')
  async teamDeleted({ organization, occurredAt, payload }: EventEnvelope<TeamDeleted>): Promise<void> {
    await this.grants.removeSubject(organization!, payload.team, new Date(occurredAt));
  }

  /** Whether identity knows the user as a member or guest, also a disabled one. */
  private async isMember(organization: string, user: string): Promise<boolean> {
    const body = { organization, user };
    const found = await this.rpc.call(subjects.findMembership, { principal: anonymous, body }).catch(ifNotFound);
    return found !== undefined;
  }
}
