import { notFound, type MemberRole, type Principal } from '@bindery/contracts';

/** The role of a user in an organization; null for guests, for other users and for callers that are no users. */
export const personsRole = ({ kind, organizations }: Principal, organization: string): MemberRole | null =>
  kind === 'user' ? (organizations[organization]?.role ?? null) : null;

/** The caller's role in an organization, null for a guest. Throws 404 when the caller is not in it. */
export function roleIn(principal: Principal, organization: string): MemberRole | null {
  const membership = principal.organizations[organization];
  if (!membership) throw notFound('Organization');
  return membership.role;
}
