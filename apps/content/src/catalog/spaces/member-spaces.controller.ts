import { Controller, Inject } from '@nestjs/common';
import { organizationPermissions } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import { requires, spaces as contract, subjects, type Principal, type RequestOf } from '@bindery/contracts';
import { Handles, RpcClient } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { roleIn } from './space.policy';
import { presentSpace } from './space.presenter';
import { SpaceRepository } from './space.repository';

@Controller()
export class MemberSpacesController {
  constructor(
    private readonly spaces: SpaceRepository,
    private readonly rpc: RpcClient,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  /** The spaces that a member may see; for callers who may list members, and for the member. */
  @Handles(contract.listSpacesForOrganizationMember)
  async list({ params, query, principal }: RequestOf<typeof contract.listSpacesForOrganizationMember>) {
    const { organizationId, userId } = params;
    const { listMembers } = organizationPermissions(roleIn(principal, organizationId));
    requires(listMembers || userId === principal.user);
    const member = await this.memberAs(principal, organizationId, userId);
    const page = await paginate(query, {
      scope: ['member spaces', organizationId, userId, query.order],
      rows: (after, limit) => this.spaces.listOf(member, organizationId, query.order, after, limit),
      position: ({ space }) => ({ value: space.createdAt.toISOString(), id: space.id }),
      count: () => this.spaces.count(member, organizationId),
    });
    const levels = await this.spaces.levels(
      principal,
      page.items.map(({ space: { id } }) => id),
    );
    const items = page.items.map(({ space, revision, level }) => ({
      permission: level!,
      space: presentSpace({ space, revision, level: levels.get(space.id) ?? null }, principal, this.config.PUBLIC_URL),
    }));
    return { ...page, items };
  }

  /** The member as a principal. Throws 404 for a user who is no member. */
  private async memberAs(principal: Principal, organization: string, user: string): Promise<Principal> {
    const { role, teams, disabled } = await this.rpc.call(subjects.findMembership, {
      principal,
      body: { organization, user },
    });
    const membership = { role, teams: Object.fromEntries(teams.map((team) => [team, 'member' as const])) };
    return { kind: 'user', user, token: '', organizations: disabled ? {} : { [organization]: membership } };
  }
}
