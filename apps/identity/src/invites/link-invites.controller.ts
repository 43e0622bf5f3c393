import { Controller } from '@nestjs/common';
import {
  forbidden,
  invalid,
  invites as contract,
  notFound,
  requires,
  type CreateInviteLink,
  type FoundInviteTarget,
  type OrganizationInviteLink,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import { permissionsIn } from '../organizations/organization.policy';
import { OrganizationRepository } from '../organizations/organization.repository';
import { presentInviteLink } from './invite-link.presenter';
import type { LinkInviteEntity } from './link-invite.entity';
import { LinkInviteRepository } from './link-invite.repository';
import { LinkTargets } from './link-targets';

type LinkTarget = Pick<LinkInviteEntity, 'targetType' | 'targetId' | 'role'>;

/**
 * Invite links: any user who knows one may use it. Administrators of the organization see and create all of them,
 * administrators of a space or collection those of their content.
 */
@Controller()
export class LinkInvitesController {
  constructor(
    private readonly links: LinkInviteRepository,
    private readonly organizations: OrganizationRepository,
    private readonly targets: LinkTargets,
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
    const found = await this.targets.find(principal, page.items);
    // A link to deleted content is removed with it, a moment later.
    const there = page.items.filter(({ targetId }) => targetId === null || found.has(targetId));
    return { ...page, items: there.map((link) => present(link, principal, found)) };
  }

  @Handles(contract.createOrganizationInvite)
  async create({ params, body, principal }: RequestOf<typeof contract.createOrganizationInvite>) {
    const { organizationId } = params;
    const organization = await this.organizations.find(principal, organizationId);
    if (!organization) throw notFound('Organization');
    const leading = linkTargetOf(body);
    const found = await this.administrated(principal, organizationId, leading);
    if (!organization.inviteLinks) throw forbidden('Invite links are disabled in this organization');
    if (organization.sso) throw forbidden('This organization admits users through its identity provider only');
    const id = this.links.newId();
    return this.mutations.run({ organization: organizationId, target: { type: 'invite', id } }, async () => {
      await this.links.insert({ id, organizationId, createdBy: principal.user, ...leading });
      return present(await this.load(organizationId, id), principal, found);
    });
  }

  @Handles(contract.getOrganizationInviteLink)
  async get({ params, principal }: RequestOf<typeof contract.getOrganizationInviteLink>) {
    const { link, found } = await this.visible(principal, params);
    return present(link, principal, found);
  }

  @Handles(contract.updateOrganizationInviteById)
  async update({ params, body, principal }: RequestOf<typeof contract.updateOrganizationInviteById>) {
    const { link, found } = await this.visible(principal, params);
    const name = link.targetId ? 'level' : 'role';
    const role = body[name];
    if (role === undefined) throw invalid(`body.${name}`, `${name} must be a role or null`);
    return this.mutations.run(targetOf(link), async () => {
      await this.links.setRole(link.id, role);
      return present(await this.load(params.organizationId, link.id), principal, found);
    });
  }

  @Handles(contract.deleteOrganizationInviteById)
  async delete({ params, principal }: RequestOf<typeof contract.deleteOrganizationInviteById>) {
    const { organizationId, inviteId } = params;
    if (!principal.organizations[organizationId]) return;
    const { admin } = permissionsIn(principal, organizationId);
    const link = await this.links.find(organizationId, inviteId);
    if (!admin) {
      if (!link?.targetId) throw forbidden();
      await this.administrated(principal, organizationId, link);
    }
    if (link) await this.mutations.run(targetOf(link), () => this.links.delete(inviteId));
  }

  private async visible(
    principal: Principal,
    { organizationId, inviteId }: Record<'organizationId' | 'inviteId', string>,
  ) {
    const { admin } = permissionsIn(principal, organizationId);
    const link = await this.links.find(organizationId, inviteId);
    // A caller without permission must not learn whether the link exists.
    if (!admin && !link?.targetId) throw forbidden();
    if (!link) throw notFound('Invite');
    return { link, found: await this.administrated(principal, organizationId, link) };
  }

  /** The target of a link. Throws 404 outside of the organization, 403 unless the caller is an administrator of it. */
  private async administrated(
    principal: Principal,
    organization: string,
    { targetType, targetId }: LinkTarget,
  ): Promise<Map<string, FoundInviteTarget>> {
    if (!targetId || !targetType) {
      requires(permissionsIn(principal, organization).admin);
      return new Map();
    }
    const found = await this.targets.find(principal, [{ targetType, targetId }]);
    const target = found.get(targetId);
    if (target?.organization !== organization) throw notFound(targetType === 'space' ? 'Space' : 'Collection');
    requires(target.level === 'admin');
    return found;
  }

  private async load(organization: string, id: string): Promise<LinkInviteEntity> {
    const invite = await this.links.find(organization, id);
    if (!invite) throw notFound('Invite');
    return invite;
  }
}

/** The target and the role of a new link. Throws 400 unless it is a role, or a level with one target. */
function linkTargetOf({ role, level, space, collection }: CreateInviteLink): LinkTarget {
  if (space && collection) throw invalid('body.collection', 'Send only one of collection and space');
  const targetId = space ?? collection;
  if (!targetId) {
    if (role === undefined) throw invalid('body.role', 'role must be a role or null');
    return { targetType: null, targetId: null, role };
  }
  if (level === undefined) throw invalid('body.level', 'level must be a role or null');
  return { targetType: space ? 'space' : 'collection', targetId, role: level };
}

const targetOf = ({ organizationId, id, version }: LinkInviteEntity) => ({
  organization: organizationId,
  target: { type: 'invite', id },
  version,
  row: { table: 'link_invite', key: { id } },
});

const present = (
  link: LinkInviteEntity,
  principal: Principal,
  found: Map<string, FoundInviteTarget>,
): OrganizationInviteLink =>
  presentInviteLink(
    link,
    principal.organizations[link.organizationId],
    link.targetId ? found.get(link.targetId) : undefined,
  );
