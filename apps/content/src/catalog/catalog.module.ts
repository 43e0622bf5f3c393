import { Module } from '@nestjs/common';
import { AccessGrantRepository } from './access/access-grant.repository';
import { AccessTargets } from './access/access-target';
import { AccessController } from './access/access.controller';
import { MembershipConsumer } from './access/membership.consumer';
import { GrantAccess } from './access/grant-access';
import { InviteTargetsController } from './access/invite-targets.controller';
import { ListAccess } from './access/list-access';
import { CollectionRepository } from './collections/collection.repository';
import { MoveContent } from './collections/move-content';
import { TransferRepository } from './collections/transfer.repository';
import { TreeRepository } from './collections/tree.repository';
import { EndOrganization } from './spaces/end-organization';
import { EndedOrganizationRepository } from './spaces/ended-organization.repository';
import { IndexJobs } from './spaces/index-jobs';
import { LeaveCollection } from './spaces/leave-collection';
import { FontRepository } from './fonts/font.repository';
import { FontsController } from './fonts/fonts.controller';
import { UploadedFonts } from './fonts/uploaded-fonts';
import { MemberSpacesController } from './spaces/member-spaces.controller';
import { SiteSpacesController } from './spaces/site-spaces.controller';
import { SpaceCountRepository } from './spaces/space-count.repository';
import { SpaceCountsController } from './spaces/space-counts.controller';
import { SpaceRepository } from './spaces/space.repository';
import { ChunkStorageModule } from '../storage/storage.module';

/** Spaces and collections, and the access to them. */
@Module({
  imports: [ChunkStorageModule],
  controllers: [
    AccessController,
    FontsController,
    InviteTargetsController,
    MemberSpacesController,
    SiteSpacesController,
    SpaceCountsController,
  ],
  providers: [
    AccessGrantRepository,
    AccessTargets,
    GrantAccess,
    ListAccess,
    MembershipConsumer,
    FontRepository,
    UploadedFonts,
    CollectionRepository,
    TreeRepository,
    MoveContent,
    TransferRepository,
    SpaceRepository,
    LeaveCollection,
    EndedOrganizationRepository,
    EndOrganization,
    SpaceCountRepository,
    IndexJobs,
  ],
  exports: [
    AccessGrantRepository,
    CollectionRepository,
    MoveContent,
    TransferRepository,
    TreeRepository,
    EndedOrganizationRepository,
    LeaveCollection,
    SpaceRepository,
    IndexJobs,
  ],
})
export class CatalogModule {}
