import { Injectable } from '@nestjs/common';
import { lowest, type Level } from '@bindery/authorization';
import { forbidden, notFound, type JoinedWithInvite, type Principal } from '@bindery/contracts';
import { Mutations, Outbox } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { memberJoined } from '../members/member.events';
import { FormerMemberRepository } from '../members/former-member.repository';
import { MemberRepository, type MemberRow } from '../members/member.repository';
import { inviteAccepted } from './invite.events';
import { isRedundant } from './invite-link.presenter';
import { LinkInviteRepository, type LinkInviteUse } from './link-invite.repository';
import { LinkTargets } from './link-targets';

/** Accepts an invite link for a user. */
@Injectable()
export class AcceptLink {
  constructor(
    private readonly links: LinkInviteRepository,
    private readonly members: MemberRepository,
    private readonly formerMembers: FormerMemberRepository,
    private readonly targets: LinkTargets,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly db: Database,
  ) {}

  /** Throws 404 for a link that is not valid, or no longer. */
  async run(principal: Principal, organization: string, id: string): Promise<JoinedWithInvite> {
    const { link, member } = await this.load(principal, organization, id);
    if (!link.targetId) return this.joinOrganization(principal, organization, id);
    checkUse(link, member);
    // Content grants the role first; the grant has no effect, and expires soon, unless the caller joins.
    const level = await this.targets.grant(principal, organization, link, !member);
    return this.joinTarget(principal, organization, id, level);
  }

  private joinOrganization(principal: Principal, organization: string, id: string): Promise<JoinedWithInvite> {
    return this.change(principal, organization, id, async (link, member) => {
      if (!isRedundant(member, link.role)) checkUse(link, undefined);
      // No member passes on a higher role than their own at the time.
      const role = lowest(link.role, link.inviterRole);
      if (isRedundant(member, role)) return;
      if (member) await this.members.update(member, { ...member, role });
      else await this.join(organization, principal, role);
    });
  }

  private joinTarget(principal: Principal, organization: string, id: string, level: Level): Promise<JoinedWithInvite> {
    return this.change(principal, organization, id, async (link, member) => {
      checkUse(link, member);
      if (member) return;
      await this.join(organization, principal, null);
      const target = { type: link.targetType!, id: link.targetId! };
      await this.outbox.add(inviteAccepted(organization, { user: principal.user, target, level }));
    });
  }

  /** A transaction that locks the link and the caller's membership. */
  private change(
    principal: Principal,
    organization: string,
    id: string,
    work: (link: LinkInviteUse, member: MemberRow | undefined) => Promise<void>,
  ): Promise<JoinedWithInvite> {
    return this.db.transaction(async () => {
      await this.members.lockAdministrators(organization);
      const { link, member } = await this.load(principal, organization, id);
      return this.mutations.run({ organization, target: { type: 'member', id: principal.user } }, async () => {
        await work(link, member);
        return {};
      });
    });
  }

  private async load(principal: Principal, organization: string, id: string) {
    const link = await this.links.use(organization, id);
    if (!link) throw notFound('Invite');
    const member = await this.members.find(organization, principal.user);
    if (member?.disabled) throw forbidden('Your membership is disabled');
    // A user who left gets the role of the link as a member would, whom the link raises.
    if (!member) await this.formerMembers.admit(organization, principal.user);
    return { link, member };
  }

  private async join(organization: string, { user }: Principal, role: Level): Promise<void> {
    await this.members.add(organization, user, role);
    await this.outbox.add(memberJoined({ organization, user, role }));
  }
}

/** Throws 404 unless links are enabled and the creator is an active member, 403 where only the identity provider admits users. */
function checkUse({ enabled, inviterActive, ssoEnforced }: LinkInviteUse, member: MemberRow | undefined): void {
  if (!enabled || !inviterActive) throw notFound('Invite');
  if (ssoEnforced && !member) throw forbidden('This organization admits users through its identity provider only');
}
