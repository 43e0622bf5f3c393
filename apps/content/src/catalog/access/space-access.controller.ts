import { Controller } from '@nestjs/common';
import { spaceAccess as contract, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { GrantAccess } from './grant-access';
import { ListAccess } from './list-access';

/** Access of users and teams to a space. */
@Controller()
export class SpaceAccessController {
  constructor(
    private readonly access: GrantAccess,
    private readonly lists: ListAccess,
  ) {}

  @Handles(contract.inviteToSpace)
  invite({ params, body, principal }: RequestOf<typeof contract.inviteToSpace>) {
    return this.access.invite(principal, 'space', params.spaceId, body);
  }

  @Handles(contract.listUserPermissionsInSpace)
  listUsers({ params, query, principal }: RequestOf<typeof contract.listUserPermissionsInSpace>) {
    return this.lists.users(principal, 'space', params.spaceId, query);
  }

  @Handles(contract.updateUserPermissionInSpace)
  updateUser({ params, body, principal }: RequestOf<typeof contract.updateUserPermissionInSpace>) {
    return this.access.update(principal, 'space', params.spaceId, ['user', params.userId], body.role);
  }

  @Handles(contract.removeUserFromSpace)
  removeUser({ params, principal }: RequestOf<typeof contract.removeUserFromSpace>) {
    return this.access.remove(principal, 'space', params.spaceId, ['user', params.userId]);
  }

  @Handles(contract.listTeamPermissionsInSpace)
  listTeams({ params, query, principal }: RequestOf<typeof contract.listTeamPermissionsInSpace>) {
    return this.lists.teams(principal, 'space', params.spaceId, query);
  }

  @Handles(contract.updateTeamPermissionInSpace)
  updateTeam({ params, body, principal }: RequestOf<typeof contract.updateTeamPermissionInSpace>) {
    return this.access.update(principal, 'space', params.spaceId, ['team', params.teamId], body.role);
  }

  @Handles(contract.removeTeamFromSpace)
  removeTeam({ params, principal }: RequestOf<typeof contract.removeTeamFromSpace>) {
    return this.access.remove(principal, 'space', params.spaceId, ['team', params.teamId]);
  }

  @Handles(contract.listPermissionsAggregateInSpace)
  aggregate({ params, query, principal }: RequestOf<typeof contract.listPermissionsAggregateInSpace>) {
    return this.lists.aggregate(principal, 'space', params.spaceId, query);
  }
}
