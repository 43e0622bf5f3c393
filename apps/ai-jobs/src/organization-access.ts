import { notFound, type MemberRole, type Principal } from '@bindery/contracts';

/** The caller's role in an organization, null for a guest. Throws 404 when the caller is not in it. */
export function roleIn(principal: Principal, organization: string): MemberRole | null {
  const membership = principal.organizations[organization];
  if (!membership) throw notFound('Organization');
  return membership.role;
}

/** The principal of a job's calls to other services: this user was permitted the work when they requested it. */
export const jobOf = (organization: string, user: string): Principal => ({
  kind: 'user',
  user,
  token: '',
  organizations: { [organization]: { role: null, teams: {} } },
});
