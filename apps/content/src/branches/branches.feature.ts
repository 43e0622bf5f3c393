import type { Feature } from '@bindery/service';
import { BranchSweep } from './branch-sweep';
import { BranchRepository } from './branch.repository';
import { BranchesController } from './branches.controller';
import { BringTogether } from './bring-together';
import { ChangeRequestContentController } from './change-request-content.controller';
import { CommitDraft } from './commit-draft';
import { DraftAccess } from './draft-access';
import { WorkSpaceRepository } from './work-space.repository';
import { WorkSpacesController } from './work-spaces.controller';

export const branches: Feature = {
  controllers: [BranchesController, ChangeRequestContentController, WorkSpacesController],
  providers: [BranchRepository, BranchSweep, BringTogether, CommitDraft, DraftAccess, WorkSpaceRepository],
};
