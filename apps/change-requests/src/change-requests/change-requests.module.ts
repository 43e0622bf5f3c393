import { Module } from '@nestjs/common';
import { CountsModule } from '../counts/counts.module';
import { Audience } from './audience';
import { BranchWorkRepository } from './branch-work.repository';
import { ChangeRequestRepository } from './change-request.repository';
import { ChangeRequestsController } from './change-requests.controller';
import { GitConflicts } from './git-conflicts';
import { SpaceContexts } from './space-contexts';
import { StatusChanges } from './status-changes';

/** Change requests. */
@Module({
  imports: [CountsModule],
  controllers: [ChangeRequestsController],
  providers: [SpaceContexts, ChangeRequestRepository, BranchWorkRepository, StatusChanges, GitConflicts, Audience],
  exports: [Audience, BranchWorkRepository, ChangeRequestRepository, SpaceContexts],
})
export class ChangeRequestsModule {}
