import { Controller } from '@nestjs/common';
import {
  collectionAccess,
  spaceAccess,
  type AggregateQuery,
  type InviteUsersAndTeams,
  type PageQuery,
  type Request,
  type UpdateContentPermission,
} from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import type { AccessTarget } from './access-target';
import { GrantAccess } from './grant-access';
import { ListAccess } from './list-access';

type TargetParams = { spaceId: string } | { collectionId: string };
type UserParams = TargetParams & { userId: string };
type TeamParams = TargetParams & { teamId: string };

/** Access of users and teams to a space or a collection. */
@Controller()
export class AccessController {
  constructor(
    private readonly access: GrantAccess,
    private readonly lists: ListAccess,
  ) {}

  @Handles(spaceAccess.inviteToSpace, collectionAccess.inviteToCollection)
  invite({ params, body, principal }: Request<TargetParams, object, InviteUsersAndTeams>) {
    return this.access.invite(principal, ...targetOf(params), body);
  }

  @Handles(spaceAccess.listUserPermissionsInSpace, collectionAccess.listUserPermissionsInCollection)
  listUsers({ params, query, principal }: Request<TargetParams, PageQuery>) {
    return this.lists.users(principal, ...targetOf(params), query);
  }

  @Handles(spaceAccess.updateUserPermissionInSpace, collectionAccess.updateUserPermissionInCollection)
  updateUser({ params, body, principal }: Request<UserParams, object, UpdateContentPermission>) {
    return this.access.update(principal, ...targetOf(params), ['user', params.userId], body.role);
  }

  @Handles(spaceAccess.removeUserFromSpace, collectionAccess.removeUserFromCollection)
  removeUser({ params, principal }: Request<UserParams>) {
    return this.access.remove(principal, ...targetOf(params), ['user', params.userId]);
  }

  @Handles(spaceAccess.listTeamPermissionsInSpace, collectionAccess.listTeamPermissionsInCollection)
  listTeams({ params, query, principal }: Request<TargetParams, PageQuery>) {
    return this.lists.teams(principal, ...targetOf(params), query);
  }

  @Handles(spaceAccess.updateTeamPermissionInSpace, collectionAccess.updateTeamPermissionInCollection)
  updateTeam({ params, body, principal }: Request<TeamParams, object, UpdateContentPermission>) {
    return this.access.update(principal, ...targetOf(params), ['team', params.teamId], body.role);
  }

  @Handles(spaceAccess.removeTeamFromSpace, collectionAccess.removeTeamFromCollection)
  removeTeam({ params, principal }: Request<TeamParams>) {
    return this.access.remove(principal, ...targetOf(params), ['team', params.teamId]);
  }

  @Handles(spaceAccess.listPermissionsAggregateInSpace, collectionAccess.listPermissionsAggregateInCollection)
  aggregate({ params, query, principal }: Request<TargetParams, AggregateQuery>) {
    return this.lists.aggregate(principal, ...targetOf(params), query);
  }
}

const targetOf = (params: TargetParams): [type: AccessTarget['type'], id: string] =>
  'spaceId' in params ? ['space', params.spaceId] : ['collection', params.collectionId];
