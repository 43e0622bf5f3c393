import { Controller } from '@nestjs/common';
import { collectionAccess as contract, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { GrantAccess } from './grant-access';
import { ListAccess } from './list-access';

/** Access of users and teams to a collection. */
@Controller()
export class CollectionAccessController {
  constructor(
    private readonly access: GrantAccess,
    private readonly lists: ListAccess,
  ) {}

  @Handles(contract.inviteToCollection)
  invite({ params, body, principal }: RequestOf<typeof contract.inviteToCollection>) {
    return this.access.invite(principal, 'collection', params.collectionId, body);
  }

  @Handles(contract.listUserPermissionsInCollection)
  listUsers({ params, query, principal }: RequestOf<typeof contract.listUserPermissionsInCollection>) {
    return this.lists.users(principal, 'collection', params.collectionId, query);
  }

  @Handles(contract.updateUserPermissionInCollection)
  updateUser({ params, body, principal }: RequestOf<typeof contract.updateUserPermissionInCollection>) {
    return this.access.update(principal, 'collection', params.collectionId, ['user', params.userId], body.role);
  }

  @Handles(contract.removeUserFromCollection)
  removeUser({ params, principal }: RequestOf<typeof contract.removeUserFromCollection>) {
    return this.access.remove(principal, 'collection', params.collectionId, ['user', params.userId]);
  }

  @Handles(contract.listTeamPermissionsInCollection)
  listTeams({ params, query, principal }: RequestOf<typeof contract.listTeamPermissionsInCollection>) {
    return this.lists.teams(principal, 'collection', params.collectionId, query);
  }

  @Handles(contract.updateTeamPermissionInCollection)
  updateTeam({ params, body, principal }: RequestOf<typeof contract.updateTeamPermissionInCollection>) {
    return this.access.update(principal, 'collection', params.collectionId, ['team', params.teamId], body.role);
  }

  @Handles(contract.removeTeamFromCollection)
  removeTeam({ params, principal }: RequestOf<typeof contract.removeTeamFromCollection>) {
    return this.access.remove(principal, 'collection', params.collectionId, ['team', params.teamId]);
  }

  @Handles(contract.listPermissionsAggregateInCollection)
  aggregate({ params, query, principal }: RequestOf<typeof contract.listPermissionsAggregateInCollection>) {
    return this.lists.aggregate(principal, 'collection', params.collectionId, query);
  }
}
