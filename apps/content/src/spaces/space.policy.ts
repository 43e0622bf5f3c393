import { notFound, type MemberRole, type Principal } from '@bindery/contracts';

/** The organizations of whose content the caller sees more than what was shared: those where the caller is no guest. */
export const organizationsWithRole = (principal: Principal): string[] =>
  Object.entries(principal.organizations).flatMap(([id, { role }]) => (role ? [id] : []));

/** The caller's role in an organization, null for a guest. Throws 404 when the caller is not in it. */
export function roleIn(principal: Principal, organization: string): MemberRole | null {
  const membership = principal.organizations[organization];
  if (!membership) throw notFound('Organization');
  return membership.role;
}
