import { Injectable } from '@nestjs/common';
import { lowest } from '@bindery/authorization';
import { auditEvent, type signInActions } from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { normalEmail } from '../domains/email-address';
import { memberJoined } from '../members/member.events';
import { MemberRepository } from '../members/member.repository';
import { InvitationRepository } from './invitation.repository';

const accepted: keyof typeof signInActions = 'acceptInvitation';

/** Makes a user who has just proved an e-mail address a member of each organization that invited the address. */
@Injectable()
export class AcceptInvitations {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly members: MemberRepository,
    private readonly outbox: Outbox,
    private readonly db: Database,
  ) {}

  /** Returns the ids of the organizations. */
  run(user: { id: string; email: string }): Promise<string[]> {
    const email = normalEmail(user.email) ?? user.email.toLowerCase();
    return this.db.transaction(async () => {
      // More organizations than a user may be in must not prevent the sign-in.
      const taken = await this.invitations.take(user.id, email, Math.max(await this.members.roomOf(user.id), 0));
      for (const { organizationId: organization, sso, invitedBy, ...invitation } of taken) {
        // No member passes on a higher role than their own at the time.
        const role = lowest(invitation.role, invitation.inviterRole);
        if (!(await this.members.add(organization, user.id, role, sso))) continue;
        await this.outbox.add(memberJoined({ organization, user: user.id, role }, user.id));
        const record = {
          ...{ action: accepted, organization, actor: user.id, token: '', target: { type: 'member', id: user.id } },
          params: { role: role ?? 'guest', invitedBy },
        };
        await this.outbox.add(auditEvent('identity', record, { version: 1 }));
      }
      return taken.map(({ organizationId }) => organizationId);
    });
  }
}
