import { composed, spaceViewerKey, type OrganizationMember } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import { presentUser } from '../users/user.presenter';
import type { MemberRow } from './member.repository';

/** A member; the gateway puts the number of spaces where content is asked for it. */
export function presentMember(member: MemberRow, publicUrl: string): OrganizationMember {
  const { id, organizationId, role, disabled, joinedAt, lastSeenAt, sso, teams, version } = member;
  const presented: OrganizationMember = {
    object: 'member',
    id,
    role,
    user: presentUser(member, publicUrl, true),
    disabled,
    joinedAt: joinedAt.toISOString(),
    ...(lastSeenAt && { lastSeenAt: lastSeenAt.toISOString() }),
    sso,
    spaces: composed<number>(
      spaceViewerKey({ organization: organizationId, subject: id, role: disabled ? null : role }),
    ),
    teams,
  };
  return withVersion(presented, version);
}
