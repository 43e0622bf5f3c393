import { organizationPermissions } from '@bindery/authorization';
import { notFound, type OrganizationPermissions, type Principal } from '@bindery/contracts';

/** The caller's permissions in an organization. Throws 404 when the caller is not in it. */
export function permissionsIn(principal: Principal, organization: string): OrganizationPermissions {
  const membership = principal.organizations[organization];
  if (!membership) throw notFound('Organization');
  return organizationPermissions(membership.role, membership.teams);
}
