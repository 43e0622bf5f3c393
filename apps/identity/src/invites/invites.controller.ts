import { Controller } from '@nestjs/common';
import { invites as contract, notFound, requires, type JoinedWithInvite, type RequestOf } from '@bindery/contracts';
import { Handles, Mutations } from '@bindery/messaging';
import { permissionsIn } from '../organizations/organization.policy';
import { OrganizationRepository } from '../organizations/organization.repository';
import { CredentialRepository } from '../tokens/credential.repository';
import { AcceptLink } from './accept-link';
import { inviteesOf, InviteUsers } from './invite-users';

@Controller()
export class InvitesController {
  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly inviteUsers: InviteUsers,
    private readonly acceptLink: AcceptLink,
    private readonly mutations: Mutations,
    private readonly credentials: CredentialRepository,
  ) {}

  @Handles(contract.inviteUsersToOrganization)
  async invite({ params, body, principal }: RequestOf<typeof contract.inviteUsersToOrganization>) {
    const organization = await this.organizations.find(principal, params.organizationId);
    if (!organization) throw notFound('Organization');
    const { id } = organization;
    requires(permissionsIn(principal, id).admin);
    const invitees = inviteesOf(body, organization);
    const invited = [...invitees].map(([email, role]) => `${email} (${role ?? 'guest'})`).join(', ');
    return this.mutations.run({ organization: id, target: { type: 'organization', id }, details: { invited } }, () =>
      this.inviteUsers.run(organization, invitees, body, principal.user),
    );
  }

  @Handles(contract.joinOrganizationWithInvite)
  async accept({
    params,
    principal,
  }: RequestOf<typeof contract.joinOrganizationWithInvite>): Promise<JoinedWithInvite> {
    await this.credentials.requireGoodIn(params.organizationId, principal.token);
    return this.acceptLink.run(principal, params.organizationId, params.inviteId);
  }
}
