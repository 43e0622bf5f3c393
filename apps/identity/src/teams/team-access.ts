import { teamPermissions } from '@bindery/authorization';
import { notFound, type Principal, type TeamPermissions } from '@bindery/contracts';

/** The caller's permissions in a team; undefined when the caller may not see it. */
export function permissionsIfVisible(
  principal: Principal,
  organization: string,
  team: string,
): TeamPermissions | undefined {
  const membership = principal.organizations[organization];
  const permissions = membership && teamPermissions(membership.role, membership.teams[team]);
  return permissions?.view ? permissions : undefined;
}

/** The caller's permissions in a team. Throws 404 when the caller may not see it. */
export function permissionsInTeam(principal: Principal, organization: string, team: string): TeamPermissions {
  if (!principal.organizations[organization]) throw notFound('Organization');
  const permissions = permissionsIfVisible(principal, organization, team);
  if (!permissions) throw notFound('Team');
  return permissions;
}
