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

export const memberRemoved = ({ organizationId, id, role, version }: MemberRow) =>
  contracts.memberRemoved({ organization: organizationId, aggregate: id, version, payload: { user: id, role } });
