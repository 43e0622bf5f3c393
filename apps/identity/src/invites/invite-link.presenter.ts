import { atLeast, type Level } from '@bindery/authorization';
import type { FoundInviteTarget, OrganizationInviteLink, PrincipalMembership } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import type { LinkInviteEntity } from './link-invite.entity';

/** Whether a member has at least the role of an invite; every user in the organization is at least a guest. */
export const isRedundant = (member: { role: Level } | undefined, role: Level): boolean =>
  member !== undefined && (role === null || atLeast(member.role, role));

/** A link as a member sees it; `target` is its target, unless that is the organization. */
export function presentInviteLink(
  { id, role, version }: LinkInviteEntity,
  member: PrincipalMembership | undefined,
  target: FoundInviteTarget | undefined,
): OrganizationInviteLink {
  if (!target) return withVersion({ object: 'invite', id, role, redundant: isRedundant(member, role) }, version);
  const { level, space, collection } = target;
  const redundant = isRedundant({ role: level }, role);
  return withVersion(
    { object: 'invite', id, level: role, redundant, ...(space && { space }), ...(collection && { collection }) },
    version,
  );
}
