import { Injectable } from '@nestjs/common';
import { highest } from '@bindery/authorization';
import {
  composed,
  subjects,
  type AggregatedContentPermission,
  type AggregateQuery,
  type MemberRole,
  type OrganizationTeam,
  type Page,
  type PageQuery,
  type PermissionSource,
  type Principal,
  type ResolvedAccess,
  type ResolvedUser,
  type TeamContentPermission,
  type User,
  type UserContentPermission,
} from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import { AccessGrantRepository, type Grant, type SubjectType } from './access-grant.repository';
import { AccessTargets, type AccessTarget } from './access-target';

/** Lists the access to a space or collection, for its administrators. */
@Injectable()
export class ListAccess {
  constructor(
    private readonly targets: AccessTargets,
    private readonly grants: AccessGrantRepository,
    private readonly rpc: RpcClient,
  ) {}

  async users(
    principal: Principal,
    type: AccessTarget['type'],
    id: string,
    query: PageQuery,
  ): Promise<Page<UserContentPermission>> {
    const page = await this.given(await this.targets.administrated(principal, type, id), 'user', query);
    const items = page.items.map(({ role, subjectId }) => ({ permission: role, user: composed<User>(subjectId) }));
    return { ...page, items };
  }

  async teams(
    principal: Principal,
    type: AccessTarget['type'],
    id: string,
    query: PageQuery,
  ): Promise<Page<TeamContentPermission>> {
    const page = await this.given(await this.targets.administrated(principal, type, id), 'team', query);
    const items = page.items.map(({ role, subjectId }) => ({
      permission: role,
      team: composed<OrganizationTeam>(subjectId),
    }));
    return { ...page, items };
  }

  /** All users with access, by their effective role. One request to identity resolves all grants, because it owns the memberships. */
  async aggregate(
    principal: Principal,
    type: AccessTarget['type'],
    id: string,
    query: AggregateQuery,
  ): Promise<Page<AggregatedContentPermission>> {
    const target = await this.targets.administrated(principal, type, id);
    const grants = await this.grants.reaching(target);
    const { organizationId: organization, effectiveDefault: defaultLevel } = target;
    let answer: Promise<ResolvedAccess>;
    const page = await paginate(query, {
      scope: ['access', target.id, query.role],
      rows: async (after, limit) => {
        const body = {
          organization,
          ...rolesBySubject(grants),
          defaultLevel,
          role: query.role,
          after: after?.id,
          limit,
        };
        answer = this.rpc.call(subjects.resolveAccess, { principal, body });
        return (await answer).users;
      },
      position: ({ user }) => ({ value: '', id: user }),
      count: async () => (await answer).count,
    });
    const items = page.items.map((user) => ({
      permission: user.permission,
      user: composed<User>(user.user),
      sources: sourcesOf(user, grants, defaultLevel),
    }));
    return { ...page, items };
  }

  private given(target: AccessTarget, type: SubjectType, query: PageQuery): Promise<Page<Grant>> {
    return paginate(query, {
      scope: ['grants', target.id, type],
      rows: (after, limit) => this.grants.list(target, type, after, limit),
      position: ({ createdAt, subjectId }) => ({ value: createdAt.toISOString(), id: subjectId }),
      count: () => this.grants.count(target, type),
    });
  }
}

/** The highest granted role of each user and team. */
function rolesBySubject(grants: Grant[]): { users: Record<string, MemberRole>; teams: Record<string, MemberRole> } {
  const roles = { user: new Map<string, MemberRole>(), team: new Map<string, MemberRole>() };
  for (const { subjectType, subjectId, role } of grants) {
    const known = roles[subjectType];
    known.set(subjectId, highest(role, known.get(subjectId))!);
  }
  return { users: Object.fromEntries(roles.user), teams: Object.fromEntries(roles.team) };
}

function sourcesOf(
  { user, role, teams }: ResolvedUser,
  grants: Grant[],
  defaultLevel: MemberRole | null,
): PermissionSource[] {
  const sources: PermissionSource[] = [];
  if (role) sources.push({ type: 'organization', role });
  if (role && defaultLevel) sources.push({ type: 'default', role: defaultLevel });
  for (const { subjectType, subjectId, targetId, role: given } of grants) {
    if (subjectType === 'user' && subjectId === user) sources.push({ type: 'user', role: given, target: targetId });
    if (subjectType === 'team' && teams.includes(subjectId))
      sources.push({ type: 'team', role: given, team: subjectId, target: targetId });
  }
  return sources;
}
