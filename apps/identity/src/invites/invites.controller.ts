import { Controller } from '@nestjs/common';
import { atLeast, lowest, type Level } from '@bindery/authorization';
import {
  forbidden,
  invites as contract,
  memberJoined,
  notFound,
  requires,
  type JoinedWithInvite,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations, Outbox } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { MemberRepository, type MemberRow } from '../members/member.repository';
import { permissionsIn } from '../organizations/organization.policy';
import { OrganizationRepository } from '../organizations/organization.repository';
import { InviteUsers } from './invite-users';
import { LinkInviteRepository } from './link-invite.repository';

@Controller()
export class InvitesController {
  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberRepository,
    private readonly links: LinkInviteRepository,
    private readonly inviteUsers: InviteUsers,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly db: Database,
  ) {}

  @Handles(contract.inviteUsersToOrganization)
  async invite({ params, body, principal }: RequestOf<typeof contract.inviteUsersToOrganization>) {
    const organization = await this.organizations.find(principal, params.organizationId);
    if (!organization) throw notFound('Organization');
    const { id } = organization;
    requires(permissionsIn(principal, id).admin);
    return this.mutations.run({ organization: id, target: { type: 'organization', id } }, () =>
      this.inviteUsers.run(organization, body, principal.user),
    );
  }

  @Handles(contract.joinOrganizationWithInvite)
  async accept({
    params,
    principal,
  }: RequestOf<typeof contract.joinOrganizationWithInvite>): Promise<JoinedWithInvite> {
    const { organizationId, inviteId } = params;
    return this.db.transaction(async () => {
      const invite = await this.links.use(organizationId, inviteId);
      if (!invite) throw notFound('Invite');
      await this.members.lockAdministrators(organizationId);
      const member = await this.members.find(organizationId, principal.user);
      if (member?.disabled) throw forbidden('Your membership is disabled');
      if (!isRedundant(member, invite.role)) {
        if (!invite.enabled || !invite.inviterActive) throw notFound('Invite');
        if (invite.ssoEnforced) throw forbidden('This organization admits people through its identity provider only');
      }
      // Nobody passes on more than what is theirs at the time.
      const role = lowest(invite.role, invite.inviterRole);
      const subject = { organization: organizationId, target: { type: 'member', id: principal.user } };
      return this.mutations.run(subject, async () => {
        if (!isRedundant(member, role)) await this.join(organizationId, principal, member, role);
        return {};
      });
    });
  }

  private async join(organization: string, { user }: Principal, member: MemberRow | undefined, role: Level) {
    if (member) return this.members.update(member, { ...member, role });
    await this.members.add(organization, user, role);
    await this.outbox.add(memberJoined, { organization, aggregate: user, version: 1, payload: { user, role } });
  }
}

/** Whether a member has what an invite gives; everybody who is in the organization is at least a guest. */
export const isRedundant = (member: { role: Level } | undefined, role: Level): boolean =>
  member !== undefined && (role === null || atLeast(member.role, role));
