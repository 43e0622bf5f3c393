import type {
  OpenAPISpecPermissions,
  OrganizationPermissions,
  SpacePermissions,
  TeamPermissions,
  TeamRole,
  TranslationPermissions,
} from '@bindery/contracts';
import { atLeast, type Level } from './levels';

/**
 * The permissions of a member's role in the organization; `teams` are the member's roles in its teams. A guest (null) only
 * sees that the organization exists.
 */
export function organizationPermissions(role: Level, teams: Record<string, TeamRole> = {}): OrganizationPermissions {
  const reads = atLeast(role, 'read');
  const creates = atLeast(role, 'create');
  const admin = atLeast(role, 'admin');
  return {
    view: true,
    admin,
    ownTeam: Object.values(teams).includes('owner'),
    createContent: creates,
    createOpenAPISpec: creates,
    ingestConversations: admin,
    viewBilling: admin,
    listMembers: reads,
    listTeams: reads,
    listIntegrations: reads,
    listInstallations: reads,
    installIntegration: admin,
  };
}

/** The permissions of a member's role in the organization on its OpenAPI specifications. */
export function openApiSpecPermissions(role: Level): OpenAPISpecPermissions {
  return { view: atLeast(role, 'read'), edit: organizationPermissions(role).createOpenAPISpec };
}

/** The permissions of a member's role in the organization on its fonts, which its sites use. */
export const fontPermissions = (role: Level): { view: boolean; edit: boolean } => ({
  view: atLeast(role, 'read'),
  edit: organizationPermissions(role).createContent,
});

/** The permissions on a team of a member's role in the organization and of the role in that team; absent for members outside the team. */
export const teamPermissions = (role: Level, teamRole?: TeamRole): TeamPermissions => ({
  admin: atLeast(role, 'admin') || teamRole === 'owner',
  view: atLeast(role, 'read') || teamRole !== undefined,
});

/**
 * The permissions of a level on a space (specification section 1, Role). `role` is the role in the organization: a guest does not
 * see its integrations, so a guest cannot install one in the space.
 */
export function spacePermissions(level: Level, role: Level = null): SpacePermissions {
  const admin = atLeast(level, 'admin');
  return {
    view: atLeast(level, 'read'),
    access: atLeast(level, 'read'),
    admin,
    viewInviteLinks: admin,
    edit: atLeast(level, 'edit'),
    triggerGitSync: admin,
    comment: atLeast(level, 'comment'),
    merge: atLeast(level, 'review'),
    review: atLeast(level, 'review'),
    installIntegration: admin && organizationPermissions(role).listInstallations,
  };
}

/** The permissions of a caller on the comments of a space or of a change request. */
export interface DiscussionPermissions {
  view: boolean;
  comment: boolean;
  /** Deleting what others wrote. */
  moderate: boolean;
}

/** The permissions of a level on comments: `read` gives access to content alone, comments need `comment` (specification section 1, Role). */
export function discussionPermissions(level: Level): DiscussionPermissions {
  const comments = atLeast(level, 'comment');
  return { view: comments, comment: comments, moderate: atLeast(level, 'admin') };
}

/** The permissions of a caller on change requests. */
export interface ChangeRequestPermissions {
  view: boolean;
  /** Opening and editing them. */
  edit: boolean;
  review: boolean;
  merge: boolean;
}

/** The permissions of a level on the change requests of a space. */
export function changeRequestPermissions(level: Level): ChangeRequestPermissions {
  const { view, edit, review, merge } = spacePermissions(level);
  return { view, edit, review, merge };
}

/** The permissions of a level on a site. The public API shows none of it; handlers enforce it. */
export interface SitePermissions {
  view: boolean;
  /** Structure, look and settings, but not its audience. */
  edit: boolean;
  /** Publishing and preview. */
  publish: boolean;
  /** Audience, keys, host names, permissions and deletion. */
  admin: boolean;
}

export const sitePermissions = (level: Level): SitePermissions => ({
  view: atLeast(level, 'read'),
  edit: atLeast(level, 'create'),
  publish: atLeast(level, 'create'),
  admin: atLeast(level, 'admin'),
});

/**
 * The permissions on translations of a space, from the role in the organization and the level on the space. Both count, as the
 * result is a new space of the organization.
 */
export const translationPermissions = (role: Level, level: Level): TranslationPermissions => ({
  view: atLeast(level, 'read'),
  edit: organizationPermissions(role).createContent && spacePermissions(level).edit,
});

export const glossaryPermissions = (role: Level): TranslationPermissions => ({
  view: atLeast(role, 'read'),
  edit: organizationPermissions(role).createContent,
});

/** The permissions of a role on the instructions and the results of agents. */
export const agentPermissions = (role: Level): { view: boolean; admin: boolean } => ({
  view: atLeast(role, 'read'),
  admin: atLeast(role, 'admin'),
});
