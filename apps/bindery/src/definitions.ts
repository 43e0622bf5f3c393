import type { ServiceName } from '@bindery/contracts';
import type { ServiceDefinition } from '@bindery/service';

type Define = (env: NodeJS.ProcessEnv) => ServiceDefinition;

/** The services that own data, each loaded on demand: to load all of them takes seconds. */
const definitions: Record<ServiceName, () => Promise<Define>> = {
  identity: async () => (await import('@bindery/identity')).identity,
  content: async () => (await import('@bindery/content')).content,
  'change-requests': async () => (await import('@bindery/change-requests')).changeRequests,
  sites: async () => (await import('@bindery/sites')).sites,
  integrations: async () => (await import('@bindery/integrations')).integrations,
  'ai-jobs': async () => (await import('@bindery/ai-jobs')).aiJobs,
};

export const serviceNames = Object.keys(definitions) as ServiceName[];

export const isService = (name: string): name is ServiceName => name in definitions;

/** The definition of a service with its settings. Throws `ConfigError`. */
export const definitionOf = async (name: ServiceName, env: NodeJS.ProcessEnv): Promise<ServiceDefinition> =>
  (await definitions[name]())(env);
