import { Module } from '@nestjs/common';
import { InstructionsModule } from '../instructions/instructions.module';
import { ModelsModule } from '../models/models.module';
import { AgentTaskRepository } from './agent-task.repository';
import { AgentTasksConsumer } from './agent-tasks.consumer';
import { AgentTasksController } from './agent-tasks.controller';
import { ChangeRequestConversationRepository } from './change-request-conversation.repository';
import { ChangeRequestConversationsController } from './change-request-conversations.controller';
import { DraftWorker } from './draft.worker';
import { OpenChangeRequest } from './open-change-request';
import { RelatedPages } from './related-pages';

/** Tasks of agents and the change requests that they open. */
@Module({
  imports: [InstructionsModule, ModelsModule],
  controllers: [ChangeRequestConversationsController, AgentTasksController],
  providers: [
    ChangeRequestConversationRepository,
    AgentTaskRepository,
    RelatedPages,
    OpenChangeRequest,
    AgentTasksConsumer,
    DraftWorker,
  ],
  exports: [AgentTaskRepository, RelatedPages],
})
export class TasksModule {}
