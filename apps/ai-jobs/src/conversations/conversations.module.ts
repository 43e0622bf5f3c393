import { Module } from '@nestjs/common';
import { ClusterRepository } from './cluster.repository';
import { ConversationRepository } from './conversation.repository';
import { ConversationsController } from './conversations.controller';
import { IssueRepository } from './issue.repository';
import { IssuesController } from './issues.controller';

/** Conversations, issues and clusters. */
@Module({
  controllers: [ConversationsController, IssuesController],
  providers: [ConversationRepository, IssueRepository, ClusterRepository],
  exports: [ConversationRepository],
})
export class ConversationsModule {}
