import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module';
import { InstructionsModule } from '../instructions/instructions.module';
import { ModelsModule } from '../models/models.module';
import { TasksModule } from '../tasks/tasks.module';
import { AnalysisRepository } from './analysis.repository';
import { AnalysisWorker } from './analysis.worker';
import { ClusterDescriptionRepository } from './cluster-description.repository';
import { DescribeClusters } from './describe-clusters';
import { FindIssues } from './find-issues';
import { ProposeTasks } from './propose-tasks';

/** Finds issues and clusters in conversations. */
@Module({
  imports: [ConversationsModule, InstructionsModule, ModelsModule, TasksModule],
  providers: [
    AnalysisRepository,
    ClusterDescriptionRepository,
    FindIssues,
    DescribeClusters,
    AnalysisWorker,
    ProposeTasks,
  ],
})
export class AnalysisModule {}
