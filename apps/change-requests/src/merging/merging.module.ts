import { Module } from '@nestjs/common';
import { ChangeRequestsModule } from '../change-requests/change-requests.module';
import { CountsModule } from '../counts/counts.module';
import { ReviewsModule } from '../reviews/reviews.module';
import { BranchLock } from './branch-lock';
import { MergeGate } from './merge-gate';
import { Merges } from './merges';
import { MergingController } from './merging.controller';

/** Merges change requests into main. */
@Module({
  imports: [CountsModule, ChangeRequestsModule, ReviewsModule],
  controllers: [MergingController],
  providers: [BranchLock, MergeGate, Merges],
})
export class MergingModule {}
