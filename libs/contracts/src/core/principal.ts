import type { IntegrationScope } from './integration-values';
import type { ServiceName } from './services';
import type { MemberRole } from './roles';
import type { TokenScope } from './token-scopes';

/** The membership of the caller in one organization: `role` null is a guest. */
export interface PrincipalMembership {
  role: MemberRole | null;
  /** Team ids of the caller with their role in the team. */
  teams: Record<string, 'owner' | 'member'>;
  /**
   * The version of the organization while it has merge rules, 0 while it has none: services ask identity for rules once for each version.
   * Absent in principals that identity of an earlier release, or another service, has made.
   */
  mergeRulesVersion?: number;
}

/**
 * The caller. The service that issued the token makes it, the gateway caches it for at most 800 ms, signs it and sends it with
 * every message. Services accept no other principal, except for operations that the contracts let a service call on its own
 * (`ServiceUses.own`).
 */
export interface Principal {
  kind: 'user' | 'integration' | 'installation' | 'visitor' | 'anonymous';
  /** The id of the user, or of the integration or installation that acts; empty for visitors and anonymous callers. */
  user: string;
  /** The token's id; empty for anonymous callers. */
  token: string;
  organizations: Record<string, PrincipalMembership>;
  /** The access that a content token gives to a reader of a site. */
  visit?: Visit;
  /** Present when an integration or an installation calls. */
  integration?: IntegrationAccess;
  /** The scopes of the token; absent where it permits all that its user may do. The gateway enforces them. */
  scopes?: readonly TokenScope[];
  /** The agent that acts for the user, as it names itself. */
  agent?: string;
  /** The key of a share link that came with the request. It is in the addresses of the published site. */
  shareKey?: string;
  /** The service that acts on its own, in the name of this principal: no caller of the API has sent the request. */
  service?: ServiceName;
}

/** The access of a reader to one site, at the time when the token was issued. */
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

/** The access of an integration, by its manifest and by its installations. */
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
