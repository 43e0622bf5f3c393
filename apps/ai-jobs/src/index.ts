import { readConfig } from '@bindery/config';
import { JobEntity, JobsModule } from '@bindery/jobs';
import { SettingsModule, startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { AI_JOBS_CONFIG, aiJobsSettings } from './ai-jobs.config';
import { references } from './references';
import { AnalysisModule } from './analysis/analysis.module';
import { AnswersModule } from './answers/answers.module';
import { ConversationsModule } from './conversations/conversations.module';
import { GlossaryModule } from './glossary/glossary.module';
import { InstructionsModule } from './instructions/instructions.module';
import { ModelsModule } from './models/models.module';
import { OrganizationsModule } from './organizations/organizations.module';
import { TasksModule } from './tasks/tasks.module';
import { TranslationsModule } from './translations/translations.module';
import { migrations } from './migrations';

/** Each imports only modules that stand before it. */
const modules = [
  ConversationsModule,
  InstructionsModule,
  ModelsModule,
  TasksModule,
  AnalysisModule,
  AnswersModule,
  GlossaryModule,
  OrganizationsModule,
  TranslationsModule,
];

/** Long work: translations, conversations and their clusters, agent instructions and tasks. */
export const aiJobs = (env: NodeJS.ProcessEnv): ServiceDefinition => ({
  name: 'ai-jobs',
  entities: [JobEntity],
  migrations,
  references,
  imports: [JobsModule.forRoot(), SettingsModule.forRoot(AI_JOBS_CONFIG, readConfig(aiJobsSettings, env)), ...modules],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(aiJobs(env), env);

export { aiJobsSettings } from './ai-jobs.config';
