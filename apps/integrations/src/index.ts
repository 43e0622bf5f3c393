import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';

/** Integrations: registry, installations, events and the runtime of their scripts. */
export const integrations: ServiceDefinition = {
  name: 'integrations',
  entities: [],
  migrations: [],
  controllers: [],
  providers: [],
};

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(integrations, env);
