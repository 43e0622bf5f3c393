import { contract, del, get, patch, post } from '../core/endpoint';
import { Const, Id, Nested } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import {
  AggregatedContentPermission,
  AggregateQuery,
  InviteUsersAndTeams,
  TeamContentPermission,
  UpdateContentPermission,
  UserContentPermission,
} from '../content/permissions.contract';

class OrganizationPointer {
  @Const('organization') type!: 'organization';
  @Id() organization!: string;
}

/** The `origin` of public clients cannot be a site, so it is the site's organization for every source of the role; see `sources`. */
export class AggregatedSitePermission extends AggregatedContentPermission {
  @Nested(() => OrganizationPointer, { description: 'The organization that the site belongs to; `sources` says more.' })
  origin!: OrganizationPointer;
}

const permissions = '/orgs/:organizationId/sites/:siteId/permissions' as const;
const changed = { body: UpdateContentPermission, errors: [412] };

export const siteAccess = contract('sites', 'Site permissions', {
  inviteToSite: post(permissions, { summary: 'Give users and teams a role on a site', body: InviteUsersAndTeams }),
  listUserPermissionsInSite: get(`${permissions}/users`, {
    summary: 'List the roles that users were given on a site',
    query: PageQuery,
    returns: PageOf(UserContentPermission),
  }),
  updateUserPermissionInSite: patch(`${permissions}/users/:userId`, {
    summary: 'Change the role that a user was given on a site',
    ...changed,
  }),
  removeUserFromSite: del(`${permissions}/users/:userId`, {
    summary: 'Take away the role that a user was given on a site',
  }),
  listTeamPermissionsInSite: get(`${permissions}/teams`, {
    summary: 'List the roles that teams were given on a site',
    query: PageQuery,
    returns: PageOf(TeamContentPermission),
  }),
  updateTeamPermissionInSite: patch(`${permissions}/teams/:teamId`, {
    summary: 'Change the role that a team was given on a site',
    ...changed,
  }),
  removeTeamFromSite: del(`${permissions}/teams/:teamId`, {
    summary: 'Take away the role that a team was given on a site',
  }),
  listPermissionsAggregateInSite: get(`${permissions}/aggregate`, {
    summary: 'List the effective role of everybody who has access to a site, with where it comes from',
    query: AggregateQuery,
    returns: PageOf(AggregatedSitePermission),
  }),
});
