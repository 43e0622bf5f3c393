import { Controller } from '@nestjs/common';
import {
  forbidden,
  invites as contract,
  notFound,
  requires,
  type InviteLinkToOrganization,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations, withVersion } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import { permissionsIn } from '../organizations/organization.policy';
import { OrganizationRepository } from '../organizations/organization.repository';
import { isRedundant } from './invites.controller';
import type { LinkInviteEntity } from './link-invite.entity';
import { LinkInviteRepository } from './link-invite.repository';

/** Invite links, which only administrators see and make: whoever knows one may come in. */
@Controller()
export class LinkInvitesController {
  constructor(
    private readonly links: LinkInviteRepository,
    private readonly organizations: OrganizationRepository,
    private readonly mutations: Mutations,
  ) {}

  @Handles(contract.listOrganizationInviteLinks)
  async list({ params, query, principal }: RequestOf<typeof contract.listOrganizationInviteLinks>) {
    const { organizationId } = params;
    requires(permissionsIn(principal, organizationId).admin);
    const page = await paginate(query, {
      scope: ['link invites', organizationId],
      rows: (after, limit) => this.links.list(organizationId, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.links.count(organizationId),
    });
    return { ...page, items: page.items.map((invite) => present(invite, principal)) };
  }

  @Handles(contract.createOrganizationInvite)
  async create({ params, body, principal }: RequestOf<typeof contract.createOrganizationInvite>) {
    const { organizationId } = params;
    const organization = await this.organizations.find(principal, organizationId);
    if (!organization) throw notFound('Organization');
    requires(permissionsIn(principal, organizationId).admin);
    if (!organization.inviteLinks) throw forbidden('Invite links are switched off in this organization');
    if (organization.sso) throw forbidden('This organization admits people through its identity provider only');
    const id = this.links.newId();
    return this.mutations.run({ organization: organizationId, target: { type: 'invite', id } }, async () => {
      await this.links.insert({ id, organizationId, role: body.role, createdBy: principal.user });
      return present(await this.load(organizationId, id), principal);
    });
  }

  @Handles(contract.getOrganizationInviteLink)
  async get({ params, principal }: RequestOf<typeof contract.getOrganizationInviteLink>) {
    requires(permissionsIn(principal, params.organizationId).admin);
    return present(await this.load(params.organizationId, params.inviteId), principal);
  }

  @Handles(contract.updateOrganizationInviteById)
  async update({ params, body, principal }: RequestOf<typeof contract.updateOrganizationInviteById>) {
    const { organizationId, inviteId } = params;
    requires(permissionsIn(principal, organizationId).admin);
    const invite = await this.load(organizationId, inviteId);
    return this.mutations.run(targetOf(invite), async () => {
      await this.links.setRole(inviteId, body.role);
      return present(await this.load(organizationId, inviteId), principal);
    });
  }

  @Handles(contract.deleteOrganizationInviteById)
  async delete({ params, principal }: RequestOf<typeof contract.deleteOrganizationInviteById>) {
    const { organizationId, inviteId } = params;
    if (!principal.organizations[organizationId]) return;
    requires(permissionsIn(principal, organizationId).admin);
    const invite = await this.links.find(organizationId, inviteId);
    if (invite) await this.mutations.run(targetOf(invite), () => this.links.delete(inviteId));
  }

  private async load(organization: string, id: string): Promise<LinkInviteEntity> {
    const invite = await this.links.find(organization, id);
    if (!invite) throw notFound('Invite');
    return invite;
  }
}

const targetOf = ({ organizationId, id, version }: LinkInviteEntity) => ({
  organization: organizationId,
  target: { type: 'invite', id },
  version,
});

function present(
  { id, organizationId, role, version }: LinkInviteEntity,
  principal: Principal,
): InviteLinkToOrganization {
  const redundant = isRedundant(principal.organizations[organizationId], role);
  return withVersion({ object: 'invite', id, role, redundant }, version);
}
