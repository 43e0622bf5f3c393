import type { MemberRole } from './roles';

/** What the caller is in one organization: `role` null is a guest. */
export interface PrincipalMembership {
  role: MemberRole | null;
  /** Team ids of the caller with their role in the team. */
  teams: Record<string, 'owner' | 'member'>;
}

/**
 * Who calls. Made by identity from a token, cached by the gateway for at most 800 ms, sent with every message and
 * trusted by services because only the gateway and services may publish their subjects (design section 4).
 */
export interface Principal {
  kind: 'user' | 'anonymous';
  /** The user's id; empty for anonymous callers. */
  user: string;
  /** The token's id; empty for anonymous callers. */
  token: string;
  organizations: Record<string, PrincipalMembership>;
}

export const anonymous: Principal = { kind: 'anonymous', user: '', token: '', organizations: {} };
