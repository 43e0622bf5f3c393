import type { Feature } from '@bindery/service';
import { AccessGrantRepository } from './access-grant.repository';
import { AccessTargets } from './access-target';
import { CollectionAccessController } from './collection-access.controller';
import { FollowMembers } from './follow-members';
import { GrantAccess } from './grant-access';
import { InviteTargetsController } from './invite-targets.controller';
import { ListAccess } from './list-access';
import { SpaceAccessController } from './space-access.controller';

export const access: Feature = {
  controllers: [SpaceAccessController, CollectionAccessController, InviteTargetsController],
  providers: [AccessGrantRepository, AccessTargets, GrantAccess, ListAccess, FollowMembers],
};
