import { Injectable } from '@nestjs/common';
import { lowest, type Level } from '@bindery/authorization';
import { forbidden, inviteAccepted, memberJoined, notFound, type Principal } from '@bindery/contracts';
import { Mutations, Outbox } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { MemberRepository, type MemberRow } from '../members/member.repository';
import { isRedundant } from './invite-link.presenter';
import { LinkInviteRepository, type LinkInviteUse } from './link-invite.repository';
import { LinkTargets } from './link-targets';

/** Has somebody come in through an invite link. */
@Injectable()
export class AcceptLink {
  constructor(
    private readonly links: LinkInviteRepository,
    private readonly members: MemberRepository,
    private readonly targets: LinkTargets,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly db: Database,
  ) {}

  /** Throws 404 for a link that may not be used, or not any more. */
  async run(principal: Principal, organization: string, id: string): Promise<void> {
    const { link, member } = await this.load(principal, organization, id);
    if (!link.targetId) return this.joinOrganization(principal, organization, id);
    checkUse(link, member);
    // Content gives the role first; it is worth nothing, and ends soon, unless the caller comes in.
    const level = await this.targets.grant(principal, organization, link, !member);
    await this.joinTarget(principal, organization, id, level);
  }

  private joinOrganization(principal: Principal, organization: string, id: string): Promise<void> {
    return this.change(principal, organization, id, async (link, member) => {
      if (!isRedundant(member, link.role)) checkUse(link, undefined);
      // Nobody passes on more than what is theirs at the time.
      const role = lowest(link.role, link.inviterRole);
      if (isRedundant(member, role)) return;
      if (member) await this.members.update(member, { ...member, role });
      else await this.join(organization, principal, role);
    });
  }

  private joinTarget(principal: Principal, organization: string, id: string, level: Level): Promise<void> {
    return this.change(principal, organization, id, async (link, member) => {
      checkUse(link, member);
      if (member) return;
      await this.join(organization, principal, null);
      await this.outbox.add(inviteAccepted, {
        organization,
        aggregate: principal.user,
        version: 1,
        payload: { user: principal.user, target: { type: link.targetType!, id: link.targetId! }, level },
      });
    });
  }

  /** A transaction in which the link lasts and the caller's membership does not change otherwise. */
  private change(
    principal: Principal,
    organization: string,
    id: string,
    work: (link: LinkInviteUse, member: MemberRow | undefined) => Promise<void>,
  ): Promise<void> {
    return this.db.transaction(async () => {
      await this.members.lockAdministrators(organization);
      const { link, member } = await this.load(principal, organization, id);
      await this.mutations.run({ organization, target: { type: 'member', id: principal.user } }, () =>
        work(link, member),
      );
    });
  }

  private async load(principal: Principal, organization: string, id: string) {
    const link = await this.links.use(organization, id);
    if (!link) throw notFound('Invite');
    const member = await this.members.find(organization, principal.user);
    if (member?.disabled) throw forbidden('Your membership is disabled');
    return { link, member };
  }

  private async join(organization: string, { user }: Principal, role: Level): Promise<void> {
    await this.members.add(organization, user, role);
    await this.outbox.add(memberJoined, { organization, aggregate: user, version: 1, payload: { user, role } });
  }
}

/** Throws 404 unless links are switched on and who made this one is there, 403 where only the identity provider admits people. */
function checkUse({ enabled, inviterActive, ssoEnforced }: LinkInviteUse, member: MemberRow | undefined): void {
  if (!enabled || !inviterActive) throw notFound('Invite');
  if (ssoEnforced && !member) throw forbidden('This organization admits people through its identity provider only');
}
