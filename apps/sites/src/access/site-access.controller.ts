import { Controller } from '@nestjs/common';
import { sitePermissions } from '@bindery/authorization';
import {
  composed,
  requires,
  siteAccess as contract,
  subjects,
  type MemberRole,
  type OrganizationTeam,
  type PageQuery,
  type PermissionSource,
  type RequestOf,
  type ResolvedAccess,
  type ResolvedUser,
  type User,
} from '@bindery/contracts';
import { Handles, RpcClient } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import type { SiteRequest } from '../model/edit-site';
import { SiteRepository } from '../model/site.repository';
import { GrantAccess } from './grant-access';
import { SiteGrantRepository, type Grant, type SubjectType } from './site-grant.repository';

@Controller()
export class SiteAccessController {
  constructor(
    private readonly sites: SiteRepository,
    private readonly grants: SiteGrantRepository,
    private readonly grantAccess: GrantAccess,
    private readonly rpc: RpcClient,
  ) {}

  @Handles(contract.inviteToSite)
  async invite(request: RequestOf<typeof contract.inviteToSite>) {
    await this.grantAccess.invite(request, request.body);
  }

  @Handles(contract.listUserPermissionsInSite)
  async users(request: RequestOf<typeof contract.listUserPermissionsInSite>) {
    const page = await this.given(request, 'user', request.query);
    const items = page.items.map(({ role, subjectId }) => ({ permission: role, user: composed<User>(subjectId) }));
    return { ...page, items };
  }

  @Handles(contract.updateUserPermissionInSite)
  async updateUser(request: RequestOf<typeof contract.updateUserPermissionInSite>) {
    await this.grantAccess.update(request, ['user', request.params.userId], request.body.role);
  }

  @Handles(contract.removeUserFromSite)
  async removeUser(request: RequestOf<typeof contract.removeUserFromSite>) {
    await this.grantAccess.remove(request, ['user', request.params.userId]);
  }

  @Handles(contract.listTeamPermissionsInSite)
  async teams(request: RequestOf<typeof contract.listTeamPermissionsInSite>) {
    const page = await this.given(request, 'team', request.query);
    const items = page.items.map(({ role, subjectId }) => ({
      permission: role,
      team: composed<OrganizationTeam>(subjectId),
    }));
    return { ...page, items };
  }

  @Handles(contract.updateTeamPermissionInSite)
  async updateTeam(request: RequestOf<typeof contract.updateTeamPermissionInSite>) {
    await this.grantAccess.update(request, ['team', request.params.teamId], request.body.role);
  }

  @Handles(contract.removeTeamFromSite)
  async removeTeam(request: RequestOf<typeof contract.removeTeamFromSite>) {
    await this.grantAccess.remove(request, ['team', request.params.teamId]);
  }

  /** All users with access, by their effective role. One request to identity resolves all grants, because it owns the memberships. */
  @Handles(contract.listPermissionsAggregateInSite)
  async aggregate(request: RequestOf<typeof contract.listPermissionsAggregateInSite>) {
    const { query, principal } = request;
    const { id, organizationId: organization } = await this.administered(request);
    const grants = await this.grants.all(id);
    const given = { users: rolesOf(grants, 'user'), teams: rolesOf(grants, 'team'), defaultLevel: null };
    let answer: Promise<ResolvedAccess>;
    const page = await paginate(query, {
      scope: ['site access', id, query.role],
      rows: async (after, limit) => {
        const body = { organization, ...given, role: query.role, after: after?.id, limit };
        answer = this.rpc.call(subjects.resolveAccess, { principal, body });
        return (await answer).users;
      },
      position: ({ user }) => ({ value: '', id: user }),
      count: async () => (await answer).count,
    });
    const items = page.items.map((user) => ({
      permission: user.permission,
      user: composed<User>(user.user),
      origin: { type: 'organization' as const, organization },
      sources: sourcesOf(user, grants),
    }));
    return { ...page, items };
  }

  private async given(request: SiteRequest, type: SubjectType, query: PageQuery) {
    const { id } = await this.administered(request);
    return paginate(query, {
      scope: ['site grants', id, type],
      rows: (after, limit) => this.grants.list(id, type, after, limit),
      position: ({ createdAt, subjectId }) => ({ value: createdAt.toISOString(), id: subjectId }),
      count: () => this.grants.count(id, type),
    });
  }

  private async administered({ principal, params }: SiteRequest) {
    const { site, level } = await this.sites.get(principal, params.organizationId, params.siteId);
    requires(sitePermissions(level).admin);
    return site;
  }
}

const rolesOf = (grants: Grant[], type: SubjectType): Record<string, MemberRole> =>
  Object.fromEntries(
    grants.filter(({ subjectType }) => subjectType === type).map(({ subjectId, role }) => [subjectId, role]),
  );

function sourcesOf({ user, role, teams }: ResolvedUser, grants: Grant[]): PermissionSource[] {
  const sources: PermissionSource[] = role ? [{ type: 'organization', role }] : [];
  for (const { subjectType, subjectId, siteId: target, role: given } of grants) {
    if (subjectType === 'user' && subjectId === user) sources.push({ type: 'user', role: given, target });
    if (subjectType === 'team' && teams.includes(subjectId))
      sources.push({ type: 'team', role: given, team: subjectId, target });
  }
  return sources;
}
