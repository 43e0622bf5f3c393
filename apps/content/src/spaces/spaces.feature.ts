import type { Feature } from '@bindery/service';
import { CreateSpace } from './create-space';
import { EndOrganization } from './end-organization';
import { EndedOrganizationRepository } from './ended-organization.repository';
import { FirstContent } from './first-content';
import { LeaveCollection } from './leave-collection';
import { MemberSpacesController } from './member-spaces.controller';
import { Purge } from './purge';
import { SiteSpacesController } from './site-spaces.controller';
import { SpaceCountRepository } from './space-count.repository';
import { SpaceCountsController } from './space-counts.controller';
import { SpaceRepository } from './space.repository';
import { SpacesController } from './spaces.controller';

export const spaces: Feature = {
  controllers: [SpacesController, SpaceCountsController, SiteSpacesController, MemberSpacesController],
  providers: [
    SpaceRepository,
    LeaveCollection,
    EndedOrganizationRepository,
    EndOrganization,
    Purge,
    SpaceCountRepository,
    CreateSpace,
    FirstContent,
  ],
};
