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
  @Nested(() => OrganizationPointer, { description: 'The organization of the site. `sources` is more specific.' })
  origin!: OrganizationPointer;
}

const permissions = '/orgs/:organizationId/sites/:siteId/permissions' as const;
const changed = { body: UpdateContentPermission, errors: [412] };

export const siteAccess = contract('sites', 'Site permissions', {
  inviteToSite: post(permissions, { summary: 'Grant users and teams a role on a site', body: InviteUsersAndTeams }),
  listUserPermissionsInSite: get(`${permissions}/users`, {
    summary: 'List the roles granted to users on a site',
    query: PageQuery,
    returns: PageOf(UserContentPermission),
  }),
  updateUserPermissionInSite: patch(`${permissions}/users/:userId`, {
    summary: 'Change the role granted to a user on a site',
    ...changed,
  }),
  removeUserFromSite: del(`${permissions}/users/:userId`, {
    summary: 'Revoke the role granted to a user on a site',
  }),
  listTeamPermissionsInSite: get(`${permissions}/teams`, {
    summary: 'List the roles granted to teams on a site',
    query: PageQuery,
    returns: PageOf(TeamContentPermission),
  }),
  updateTeamPermissionInSite: patch(`${permissions}/teams/:teamId`, {
    summary: 'Change the role granted to a team on a site',
    ...changed,
  }),
  removeTeamFromSite: del(`${permissions}/teams/:teamId`, {
    summary: 'Revoke the role granted to a team on a site',
  }),
  listPermissionsAggregateInSite: get(`${permissions}/aggregate`, {
    summary: 'List the effective roles of all users with access to a site, with their sources',
    query: AggregateQuery,
    returns: PageOf(AggregatedSitePermission),
  }),
});
