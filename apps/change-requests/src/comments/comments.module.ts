import { Module } from '@nestjs/common';
import { ChangeRequestsModule } from '../change-requests/change-requests.module';
import { CountsModule } from '../counts/counts.module';
import { CommentRepository } from './comment.repository';
import { CommentsController } from './comments.controller';

/** Comments, replies and reactions. */
@Module({
  imports: [CountsModule, ChangeRequestsModule],
  controllers: [CommentsController],
  providers: [CommentRepository],
  exports: [CommentRepository],
})
export class CommentsModule {}
