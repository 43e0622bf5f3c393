import { composed, spaceViewerKey, type OrganizationMember, type SpaceViewer } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import { presentUser } from '../users/user.presenter';
import type { MemberRow } from './member.repository';

/** A member; the gateway adds the number of spaces on request. */
export function presentMember(member: MemberRow, publicUrl: string, withEmail = true): OrganizationMember {
  const { id, role, disabled, joinedAt, lastSeenAt, sso, teamIds, version } = member;
  const presented: OrganizationMember = {
    object: 'member',
    id,
    role,
    user: presentUser(member, publicUrl, withEmail),
    disabled,
    joinedAt: joinedAt.toISOString(),
    ...(lastSeenAt && { lastSeenAt: lastSeenAt.toISOString() }),
    sso,
    spaces: composed<number>(spaceViewerKey(viewerOf(member))),
    teams: teamIds.length,
  };
  return withVersion(presented, version);
}

/** The member whose spaces are counted; none for a disabled member. */
function viewerOf({ id, organizationId: organization, role, disabled, teamIds }: MemberRow): SpaceViewer {
  if (disabled) return { type: 'team', organization, subject: '' };
  return role ? { type: 'member', organization } : { type: 'guest', organization, subject: id, teams: teamIds };
}
