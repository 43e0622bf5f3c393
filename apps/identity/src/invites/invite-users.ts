import { Injectable } from '@nestjs/common';
import { invalid, type InvitedUsers, type InviteUsersToOrganization, type MemberRole } from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import { normalEmail } from '../domains/email-address';
import { memberJoined } from '../members/member.events';
import { FormerMemberRepository } from '../members/former-member.repository';
import { MemberRepository } from '../members/member.repository';
import type { OrganizationEntity } from '../organizations/organization.entity';
import { invitationCreated } from './invite.events';
import { InvitationRepository, type InvitableUser } from './invitation.repository';

/** The role of each address to invite. */
type Invitees = ReadonlyMap<string, MemberRole | null>;

/** One address to invite. */
interface Invitation {
  email: string;
  role: MemberRole | null;
  sso: boolean;
}

/** Invites users by e-mail address: existing users become members, other addresses wait for their owners. */
@Injectable()
export class InviteUsers {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly members: MemberRepository,
    private readonly formerMembers: FormerMemberRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Runs in the caller's transaction. */
  async run(
    organization: OrganizationEntity,
    invitees: Invitees,
    { sso = false }: Pick<InviteUsersToOrganization, 'sso'>,
    invitedBy: string,
  ): Promise<InvitedUsers> {
    await this.formerMembers.readmit(organization.id, [...invitees.keys()]);
    const users = new Map(
      (await this.invitations.usersOf(organization.id, [...invitees.keys()])).map((user) => [user.email, user]),
    );
    if (users.size < invitees.size) await this.invitations.removeEnded();
    const answer = { users: [] as string[], invited: 0, failedSSOEmails: [] as string[] };
    for (const [email, role] of invitees) {
      const user = users.get(email);
      // A member of another organization must not depend on the identity provider of this one.
      if (sso && user?.elsewhere) answer.failedSSOEmails.push(email);
      const invitation = { email, role, sso: sso && !user?.elsewhere };
      if (!(await this.invite(organization, invitation, user, invitedBy))) continue;
      answer.invited++;
      if (user) answer.users.push(user.id);
    }
    return sso ? answer : { users: answer.users, invited: answer.invited };
  }

  /** Returns whether it changed anything. */
  private async invite(
    organization: OrganizationEntity,
    invitation: Invitation,
    user: InvitableUser | undefined,
    invitedBy: string,
  ): Promise<boolean> {
    const { email, role, sso } = invitation;
    const { id: organizationId, title: organizationTitle } = organization;
    const id = user ? newId() : await this.invitations.keep({ id: newId(), organizationId, invitedBy, ...invitation });
    if (user) {
      if (!(await this.members.add(organizationId, user.id, role, sso))) return false;
      await this.outbox.add(memberJoined({ organization: organizationId, user: user.id, role }));
    }
    const created = { invitation: id, email, role, sso, organizationTitle, invitedBy, joined: user !== undefined };
    await this.outbox.add(invitationCreated(organizationId, created));
    return true;
  }
}

/** Each address once, with its role. Throws 400 for an invalid e-mail address. */
export function inviteesOf(
  { emails, role: asked }: InviteUsersToOrganization,
  { defaultRole }: OrganizationEntity,
): Invitees {
  const role = asked === undefined ? defaultRole : asked;
  return new Map(
    emails.map((invitee) => {
      const given = typeof invitee === 'string' ? { email: invitee, role } : invitee;
      const email = normalEmail(given.email);
      if (!email) throw invalid('body.emails', `emails contains an invalid e-mail address: ${given.email}`);
      return [email, given.role === undefined ? role : given.role] as const;
    }),
  );
}
