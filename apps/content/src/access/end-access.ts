import { Injectable } from '@nestjs/common';
import {
  memberRemoved,
  teamDeleted,
  type EventEnvelope,
  type MemberChanged,
  type TeamDeleted,
} from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { AccessGrantRepository } from './access-grant.repository';

/** What was given to somebody ends with the membership, and with the team. What is given after that stays. */
@Injectable()
export class EndAccess {
  constructor(private readonly grants: AccessGrantRepository) {}

  @Consumes(memberRemoved, 'access-of-members')
  async memberRemoved({ organization, occurredAt, payload }: EventEnvelope<MemberChanged>): Promise<void> {
    await this.grants.removeSubject(organization!, payload.user, new Date(occurredAt));
  }

  @Consumes(teamDeleted, 'access-of-teams')
  async teamDeleted({ organization, occurredAt, payload }: EventEnvelope<TeamDeleted>): Promise<void> {
    await this.grants.removeSubject(organization!, payload.team, new Date(occurredAt));
  }
}
