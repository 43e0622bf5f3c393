import * as contracts from '@bindery/contracts';
import type { MemberRow } from './member.repository';

interface Membership {
  organization: string;
  user: string;
  role: contracts.MemberRole | null;
  version?: number;
}

/** `actor` is the user where that is not the caller. */
export const memberJoined = ({ organization, user, role, version = 1 }: Membership, actor?: string) =>
  contracts.memberJoined({ organization, aggregate: user, version, actor, payload: { user, role } });

/** Gets the member as it was before; the removal raises its version. */
export const memberRemoved = (member: MemberRow) => {
  const { organizationId, id, role, version } = contracts.raiseVersion(member);
  return contracts.memberRemoved({ organization: organizationId, aggregate: id, version, payload: { user: id, role } });
};
