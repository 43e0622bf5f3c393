import type { IntegrationScope } from '../integrations/values';
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
  kind: 'user' | 'integration' | 'installation' | 'visitor' | 'anonymous';
  /** The id of the user, or of the integration or installation that acts; empty for visitors and anonymous callers. */
  user: string;
  /** The token's id; empty for anonymous callers. */
  token: string;
  organizations: Record<string, PrincipalMembership>;
  /** What a content token gives to a reader of a site. */
  visit?: Visit;
  /** Present when an integration or an installation calls. */
  integration?: IntegrationAccess;
  /** The key of a share link that came with the request: where its site is published it stands in the addresses. */
  shareKey?: string;
}

/** A reader of one site: what of it may be read, as of when the token was issued. */
export interface Visit {
  organization: string;
  site: string;
  /** The spaces that this reader may read on the site. */
  spaces: string[];
  /** Claims of the visitor, those without a signature in `unsigned`. */
  claims: Record<string, unknown>;
  /** ISO 8601: only revisions that were published then or later may be read. */
  issuedAt: string;
}

/** What the manifest of an integration, and those who installed it, allow it. */
export interface IntegrationAccess {
  id: string;
  name: string;
  /** The installation that acts; absent when the integration itself does. */
  installation?: string;
  scopes: IntegrationScope[];
  /** The spaces and sites that were selected for it; null for all of the organization. */
  spaces: string[] | null;
  sites: string[] | null;
}

export const anonymous: Principal = { kind: 'anonymous', user: '', token: '', organizations: {} };
