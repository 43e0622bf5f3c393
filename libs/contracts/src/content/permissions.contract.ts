import { Foreign } from '../core/compose';
import { contract, del, get, patch, post } from '../core/endpoint';
import { Const, Id, OneOf, Union } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { memberRoles, type MemberRole } from '../core/roles';
import { OrganizationTeam, teamCards } from '../identity/teams.contract';
import { User, userCards } from '../identity/users.contract';

/** A role; null takes away what was given directly. */
const role = { nullable: true, description: 'The role. null revokes the role that was granted on this object.' };

export class InviteUsersAndTeams {
  @Id({ array: { max: 1000 }, optional: true, description: 'The ids of members and guests of the organization.' })
  users?: string[];
  @Id({ array: { max: 1000 }, optional: true, description: 'The ids of teams of the organization.' }) teams?: string[];
  @OneOf(memberRoles, role) role!: MemberRole | null;
}

export class UpdateContentPermission {
  @OneOf(memberRoles, { ...role, optional: true }) role?: MemberRole | null;
}

/** A role that a user was given on the space or collection itself. */
export class UserContentPermission {
  @OneOf(memberRoles) permission!: MemberRole;
  @Foreign(userCards) user!: User;
}

/** A role that a team was given on the space or collection itself. */
export class TeamContentPermission {
  @OneOf(memberRoles) permission!: MemberRole;
  @Foreign(teamCards) team!: OrganizationTeam;
}

/** The role in the organization. */
export class OrganizationSource {
  @Const('organization') type!: 'organization';
  @OneOf(memberRoles) role!: MemberRole;
}

/** The role that the space or collection gives to every member who is no guest. */
export class DefaultSource {
  @Const('default') type!: 'default';
  @OneOf(memberRoles) role!: MemberRole;
}

/** A role that was given on the space or collection itself, or on a collection above it. */
export class GrantSource {
  @OneOf(['user', 'team']) type!: 'user' | 'team';
  @OneOf(memberRoles) role!: MemberRole;
  @Id({ optional: true, description: 'The team to which the role was granted.' }) team?: string;
  @Id({ description: 'The space or collection on which the role was granted.' }) target!: string;
}

export type PermissionSource = OrganizationSource | DefaultSource | GrantSource;

/** The effective role of a user, which is the highest that a source gives, with all sources. */
export class AggregatedContentPermission extends UserContentPermission {
  @Union('type', () => [OrganizationSource, DefaultSource, GrantSource], { array: true }) sources!: PermissionSource[];
}

export class AggregateQuery extends PageQuery {
  @OneOf(memberRoles, { optional: true, description: 'Only users with this effective role.' }) role?: MemberRole;
}

const users = PageOf(UserContentPermission);
const teams = PageOf(TeamContentPermission);
const aggregate = PageOf(AggregatedContentPermission);
const changed = { body: UpdateContentPermission, errors: [412] };

export const spaceAccess = contract('content', 'Space permissions', {
  inviteToSpace: post('/spaces/:spaceId/permissions', {
    summary: 'Grant users and teams a role on a space',
    body: InviteUsersAndTeams,
  }),
  listUserPermissionsInSpace: get('/spaces/:spaceId/permissions/users', {
    summary: 'List the roles granted to users on a space',
    query: PageQuery,
    returns: users,
  }),
  updateUserPermissionInSpace: patch('/spaces/:spaceId/permissions/users/:userId', {
    summary: 'Change the role granted to a user on a space',
    ...changed,
  }),
  removeUserFromSpace: del('/spaces/:spaceId/permissions/users/:userId', {
    summary: 'Revoke the role granted to a user on a space',
  }),
  listTeamPermissionsInSpace: get('/spaces/:spaceId/permissions/teams', {
    summary: 'List the roles granted to teams on a space',
    query: PageQuery,
    returns: teams,
  }),
  updateTeamPermissionInSpace: patch('/spaces/:spaceId/permissions/teams/:teamId', {
    summary: 'Change the role granted to a team on a space',
    ...changed,
  }),
  removeTeamFromSpace: del('/spaces/:spaceId/permissions/teams/:teamId', {
    summary: 'Revoke the role granted to a team on a space',
  }),
  listPermissionsAggregateInSpace: get('/spaces/:spaceId/permissions/aggregate', {
    summary: 'List the effective roles of all users with access to a space, with their sources',
    query: AggregateQuery,
    returns: aggregate,
  }),
});

export const collectionAccess = contract('content', 'Collection permissions', {
  inviteToCollection: post('/collections/:collectionId/permissions', {
    summary: 'Grant users and teams a role on a collection',
    body: InviteUsersAndTeams,
  }),
  listUserPermissionsInCollection: get('/collections/:collectionId/permissions/users', {
    summary: 'List the roles granted to users on a collection',
    query: PageQuery,
    returns: users,
  }),
  updateUserPermissionInCollection: patch('/collections/:collectionId/permissions/users/:userId', {
    summary: 'Change the role granted to a user on a collection',
    ...changed,
  }),
  removeUserFromCollection: del('/collections/:collectionId/permissions/users/:userId', {
    summary: 'Revoke the role granted to a user on a collection',
  }),
  listTeamPermissionsInCollection: get('/collections/:collectionId/permissions/teams', {
    summary: 'List the roles granted to teams on a collection',
    query: PageQuery,
    returns: teams,
  }),
  updateTeamPermissionInCollection: patch('/collections/:collectionId/permissions/teams/:teamId', {
    summary: 'Change the role granted to a team on a collection',
    ...changed,
  }),
  removeTeamFromCollection: del('/collections/:collectionId/permissions/teams/:teamId', {
    summary: 'Revoke the role granted to a team on a collection',
  }),
  listPermissionsAggregateInCollection: get('/collections/:collectionId/permissions/aggregate', {
    summary: 'List the effective roles of all users with access to a collection, with their sources',
    query: AggregateQuery,
    returns: aggregate,
  }),
});
