import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { CountsController } from './counts/counts.controller';

/** Proposals and talk about content: change requests, reviews and comments. */
export const changeRequests: ServiceDefinition = {
  name: 'change-requests',
  entities: [],
  migrations: [],
  controllers: [CountsController],
  providers: [],
};

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(changeRequests, env);
