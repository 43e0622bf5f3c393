import { readConfig } from '@bindery/config';
import { JobEntity, JobsModule, JobsTable1700000000500 } from '@bindery/jobs';
import { openModels } from '@bindery/models';
import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { AI_JOBS_CONFIG, aiJobsSettings } from './ai-jobs.config';
import { Answers } from './answers/answers';
import { AnswersController } from './answers/answers.controller';
import { AnalysisRepository } from './analysis/analysis.repository';
import { AnalysisWorker } from './analysis/analysis.worker';
import { ClusterDescriptionRepository } from './analysis/cluster-description.repository';
import { DescribeClusters } from './analysis/describe-clusters';
import { FindIssues } from './analysis/find-issues';
import { ClusterRepository } from './conversations/cluster.repository';
import { ConversationRepository } from './conversations/conversation.repository';
import { ConversationsController } from './conversations/conversations.controller';
import { IssueRepository } from './conversations/issue.repository';
import { IssuesController } from './conversations/issues.controller';
import { EndOrganizationConsumer } from './end-organization.consumer';
import { EndedOrganizationRepository } from './ended-organization.repository';
import { GlossaryController } from './glossary/glossary.controller';
import { GlossaryRepository } from './glossary/glossary.repository';
import { AgentInstructionsController } from './instructions/agent-instructions.controller';
import { AgentInstructionsRepository } from './instructions/agent-instructions.repository';
import { Translations1700000020000 } from './migrations/1700000020000-translations';
import { Conversations1700000020100 } from './migrations/1700000020100-conversations';
import { ChangeRequestConversations1700000061000 } from './migrations/1700000061000-change-request-conversations';
import { BudgetedModels, MODELS } from './models/budgeted-models';
import { ModelUsageRepository } from './models/model-usage.repository';
import { references } from './references';
import { ChangeRequestConversationRepository } from './tasks/change-request-conversation.repository';
import { ChangeRequestConversationsController } from './tasks/change-request-conversations.controller';
import { AgentTaskRepository } from './tasks/agent-task.repository';
import { AgentTasksConsumer } from './tasks/agent-tasks.consumer';
import { AgentTasksController } from './tasks/agent-tasks.controller';
import { DraftWorker } from './tasks/draft.worker';
import { OpenChangeRequest } from './tasks/open-change-request';
import { ProposeTasks } from './analysis/propose-tasks';
import { RelatedPages } from './tasks/related-pages';
import { TranslationContentClient } from './translations/content-client';
import { RunTranslation } from './translations/run-translation';
import { TranslateUnit } from './translations/translate-unit';
import { TranslatedSpacesController } from './translations/translated-spaces.controller';
import { TranslationsAccess } from './translations/translation-access';
import { TranslationRepository } from './translations/translation.repository';
import { TranslationWorker } from './translations/translation.worker';
import { TranslationRunRepository } from './translations/translation-run.repository';
import { TranslationRunsController } from './translations/translation-runs.controller';
import { TranslationUnitRepository } from './translations/translation-unit.repository';
import { TranslationsConsumer } from './translations/translations.consumer';
import { TranslationsController } from './translations/translations.controller';

/** Long work: translations, conversations and their clusters, agent instructions and tasks. */
export function aiJobs(env: NodeJS.ProcessEnv): ServiceDefinition {
  const config = readConfig(aiJobsSettings, env);
  return {
    name: 'ai-jobs',
    entities: [JobEntity],
    migrations: [
      JobsTable1700000000500,
      Translations1700000020000,
      Conversations1700000020100,
      ChangeRequestConversations1700000061000,
    ],
    references,
    imports: [JobsModule.forRoot()],
    controllers: [
      AgentInstructionsController,
      AnswersController,
      ChangeRequestConversationsController,
      GlossaryController,
      TranslationsController,
      TranslationRunsController,
      TranslatedSpacesController,
      ConversationsController,
      IssuesController,
      AgentTasksController,
    ],
    providers: [
      { provide: AI_JOBS_CONFIG, useValue: config },
      { provide: MODELS, useValue: openModels(config) },
      ModelUsageRepository,
      BudgetedModels,
      Answers,
      AgentInstructionsRepository,
      GlossaryRepository,
      TranslationRepository,
      TranslationUnitRepository,
      TranslationRunRepository,
      TranslationContentClient,
      TranslationsAccess,
      RunTranslation,
      TranslateUnit,
      TranslationWorker,
      TranslationsConsumer,
      ConversationRepository,
      IssueRepository,
      ClusterRepository,
      AnalysisRepository,
      ClusterDescriptionRepository,
      FindIssues,
      DescribeClusters,
      AnalysisWorker,
      ChangeRequestConversationRepository,
      AgentTaskRepository,
      RelatedPages,
      ProposeTasks,
      OpenChangeRequest,
      AgentTasksConsumer,
      DraftWorker,
      EndedOrganizationRepository,
      EndOrganizationConsumer,
    ],
  };
}

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(aiJobs(env), env);

export { aiJobsSettings } from './ai-jobs.config';
