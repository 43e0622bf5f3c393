import { Module } from '@nestjs/common';
import { ModelModule } from '../model/model.module';
import { RevisionsModule } from '../revisions/revisions.module';
import { ChunkStorageModule } from '../storage/storage.module';
import { BranchSweep } from './branches/branch-sweep';
import { BranchRepository } from './branches/branch.repository';
import { BranchesController } from './branches/branches.controller';
import { BranchMerger } from './branches/branch-merger';
import { ChangeRequestContentController } from './branches/change-request-content.controller';
import { CommentPlacesController } from './branches/comment-places.controller';
import { CommitDraft } from './branches/commit-draft';
import { DraftAccess } from './branches/draft-access';
import { OpenConflicts } from './branches/open-conflicts';
import { SpacesWithOwnAccessRepository } from './branches/spaces-with-own-access.repository';
import { SpacesWithOwnAccessController } from './branches/spaces-with-own-access.controller';
import { ChangesController } from './changes/changes.controller';
import { SemanticChangeReader } from './changes/semantic-changes';
import { TextChangeReader } from './changes/text-changes';
import { BodyReader } from './edits/body-reader';
import { EditContent } from './edits/edit-content';
import { EditsController } from './edits/edits.controller';
import { LiveEditRules } from './edits/live-edit-rules';
import { PrepareChanges } from './edits/prepared-change';

/** Branches, edits and the changes between revisions. */
@Module({
  imports: [ChunkStorageModule, ModelModule, RevisionsModule],
  controllers: [
    BranchesController,
    ChangeRequestContentController,
    CommentPlacesController,
    SpacesWithOwnAccessController,
    ChangesController,
    EditsController,
  ],
  providers: [
    BranchRepository,
    BranchSweep,
    BranchMerger,
    CommitDraft,
    DraftAccess,
    OpenConflicts,
    SpacesWithOwnAccessRepository,
    SemanticChangeReader,
    TextChangeReader,
    BodyReader,
    PrepareChanges,
    LiveEditRules,
    EditContent,
  ],
  exports: [
    BranchRepository,
    CommitDraft,
    DraftAccess,
    EditContent,
    LiveEditRules,
    OpenConflicts,
    PrepareChanges,
    SemanticChangeReader,
  ],
})
export class DraftsModule {}
