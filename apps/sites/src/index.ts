import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';

/** Publishing: sites, their structure and their audience. */
export const sites: ServiceDefinition = { name: 'sites', entities: [], migrations: [], controllers: [], providers: [] };

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(sites, env);
