import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';

/** Long work: translations, conversations and their clusters, agent instructions and tasks. */
export const aiJobs: ServiceDefinition = {
  name: 'ai-jobs',
  entities: [],
  migrations: [],
  controllers: [],
  providers: [],
};

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(aiJobs, env);
