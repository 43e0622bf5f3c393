import { highest, type Level } from '@bindery/authorization';
import { notFound, type DefaultLevel, type MemberRole, type Principal } from '@bindery/contracts';

/** The organizations of whose content the caller sees more than what was shared with them: those where they are no guest. */
export const organizationsWithRole = (principal: Principal): string[] =>
  Object.entries(principal.organizations).flatMap(([id, { role }]) => (role ? [id] : []));

/** The highest of the caller's role in the organization and the level that the space gives to every member. */
export function levelIn(principal: Principal, space: { organizationId: string; defaultLevel: DefaultLevel }): Level {
  const role = principal.organizations[space.organizationId]?.role ?? null;
  return role && highest(role, space.defaultLevel === 'inherit' ? null : space.defaultLevel);
}

/** The caller's role in an organization, null for a guest. Throws 404 when the caller is not in it. */
export function roleIn(principal: Principal, organization: string): MemberRole | null {
  const membership = principal.organizations[organization];
  if (!membership) throw notFound('Organization');
  return membership.role;
}
