import { batch, Composes, composed } from '../core/compose';
import { contract, del, get, patch, put } from '../core/endpoint';
import { Const, Flag, Id, Int, MapOf, Nested, OneOf, Text, Timestamp } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { spaceViewerKey, visibleSpaceCounts } from '../shared/visible-spaces.contract';
import { OrganizationMember } from './members.contract';

const teamRoles = ['owner', 'member'] as const;
export type TeamRole = (typeof teamRoles)[number];

export class TeamPermissions {
  @Flag({ description: 'Whether the caller can manage the team and its members.' }) admin!: boolean;
  @Flag() view!: boolean;
}

@Composes(visibleSpaceCounts, 'spaces', { spaces: 'spaces' })
export class OrganizationTeam {
  @Const('team') object!: 'team';
  @Id() id!: string;
  @Text({ min: 1, max: 64 }) title!: string;
  @Int() members!: number;
  @Int({ description: 'The number of spaces to which the team gives access.' }) spaces!: number;
  @Timestamp() createdAt!: string;
  @Nested(() => TeamPermissions) permissions!: TeamPermissions;
}

/** Teams as other services' answers show them. One that is gone keeps the id under a neutral name. */
export const teamCards = batch('identity', 'teamCards', OrganizationTeam, {
  perCaller: true,
  missing: (id): OrganizationTeam => ({
    object: 'team',
    id,
    title: 'Deleted team',
    members: 0,
    spaces: composed<number>(spaceViewerKey({ type: 'team', organization: '', subject: id })),
    createdAt: new Date(0).toISOString(),
    permissions: { admin: false, view: false },
  }),
});

export class TeamMember {
  @OneOf(teamRoles, { description: 'The role in the team. Owners manage the members of the team.' }) role!: TeamRole;
}

export class TeamMemberPermissions {
  @Flag() view!: boolean;
}

export class OrganizationTeamMember {
  @Nested(() => OrganizationMember) organization!: OrganizationMember;
  @Nested(() => TeamMember) team!: TeamMember;
  @Nested(() => TeamMemberPermissions) permissions!: TeamMemberPermissions;
}

/** A team of a member, with the role there. */
export class MemberTeam {
  @Nested(() => OrganizationTeam) team!: OrganizationTeam;
  @Nested(() => TeamMember) member!: TeamMember;
}

const titleFilter = { max: 64, optional: true, description: 'Only teams whose title contains this text, in any case.' };

export class ListTeamsQuery extends PageQuery {
  @Id({ optional: true, description: 'Only teams that this member can manage.' }) owner?: string;
  @Text(titleFilter) title?: string;
}

export class ListMemberTeamsQuery extends PageQuery {
  @Text(titleFilter) title?: string;
}

/** A user's id or e-mail address. */
const userReference = { min: 1, max: 320 };

export class CreateTeam {
  @Text({ min: 1, max: 64 }) title!: string;
  @Text({ ...userReference, array: { max: 1000 }, optional: true }) members?: string[];
}

export class UpdateTeam {
  @Text({ min: 1, max: 64 }) title!: string;
}

function isMembership(value: unknown): true | string {
  const role = (value as { role?: unknown } | null)?.role;
  return teamRoles.includes(role as TeamRole) || `must have a role of ${teamRoles.join(' or ')}`;
}

export class UpdateTeamMembers {
  @Text({
    ...userReference,
    array: { max: 1000 },
    optional: true,
    description: 'The users to add, by id or e-mail address.',
  })
  add?: string[];
  @Text({
    ...userReference,
    array: { max: 1000 },
    optional: true,
    description: 'The users to remove, by id or e-mail address. A user who is also in `add` is removed.',
  })
  remove?: string[];
  @MapOf({ type: 'object', properties: { role: { type: 'string', enum: teamRoles } } }, isMembership, {
    optional: true,
    description:
      'The roles in the team, by the id or e-mail address of the user. Users who are not in the team are added.',
  })
  memberships?: Record<string, TeamMember>;
}

export class UpdateTeamMember {
  @OneOf(teamRoles, { optional: true }) role?: TeamRole;
}

export const teams = contract('identity', 'Teams', {
  listTeamsInOrganizationById: get('/orgs/:organizationId/teams', {
    summary: 'List the teams of an organization',
    query: ListTeamsQuery,
    returns: PageOf(OrganizationTeam),
  }),
  createOrganizationTeam: put('/orgs/:organizationId/teams', {
    summary: 'Create a team',
    body: CreateTeam,
    returns: OrganizationTeam,
    status: 201,
    errors: [409],
  }),
  getTeamInOrganizationById: get('/orgs/:organizationId/teams/:teamId', {
    summary: 'Get a team',
    returns: OrganizationTeam,
  }),
  removeTeamFromOrganizationById: del('/orgs/:organizationId/teams/:teamId', { summary: 'Delete a team' }),
  updateTeamInOrganizationById: patch('/orgs/:organizationId/teams/:teamId', {
    summary: 'Rename a team',
    body: UpdateTeam,
    returns: OrganizationTeam,
    errors: [412],
  }),
  listTeamMembersInOrganizationById: get('/orgs/:organizationId/teams/:teamId/members', {
    summary: 'List the members of a team',
    query: PageQuery,
    returns: PageOf(OrganizationTeamMember),
  }),
  updateMembersInOrganizationTeam: put('/orgs/:organizationId/teams/:teamId/members', {
    summary: 'Add, change and remove members of a team',
    body: UpdateTeamMembers,
    errors: [409, 412],
  }),
  addMemberToOrganizationTeamById: put('/orgs/:organizationId/teams/:teamId/members/:userId', {
    summary: 'Add a member to a team, or change the role of the member in it',
    body: UpdateTeamMember,
    errors: [409, 412],
  }),
  deleteMemberFromOrganizationTeamById: del('/orgs/:organizationId/teams/:teamId/members/:userId', {
    summary: 'Remove a member from a team',
  }),
  listTeamsForOrganizationMember: get('/orgs/:organizationId/members/:userId/teams', {
    summary: 'List the teams of a member',
    query: ListMemberTeamsQuery,
    returns: PageOf(MemberTeam),
  }),
});
