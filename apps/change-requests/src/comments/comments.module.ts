import { Module } from '@nestjs/common';
import { ChangeRequestsModule } from '../change-requests/change-requests.module';
import { CountsModule } from '../counts/counts.module';
import { ChangeRequestCommentsController } from './change-request-comments.controller';
import { CommentReplyRepository } from './comment-reply.repository';
import { CommentTargets } from './comment-target';
import { CommentRepository } from './comment.repository';
import { Comments } from './comments';
import { ReactionRepository } from './reaction.repository';
import { Replies } from './replies';
import { SpaceCommentsController } from './space-comments.controller';

/** Comments, replies and reactions. */
@Module({
  imports: [CountsModule, ChangeRequestsModule],
  controllers: [SpaceCommentsController, ChangeRequestCommentsController],
  providers: [CommentRepository, CommentReplyRepository, ReactionRepository, CommentTargets, Comments, Replies],
  exports: [CommentRepository, Comments],
})
export class CommentsModule {}
