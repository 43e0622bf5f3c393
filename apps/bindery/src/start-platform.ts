import { ConfigError } from '@bindery/config';
import type { ServiceName } from '@bindery/contracts';
import type { RunningGateway } from '@bindery/gateway';
import { LocalServices } from '@bindery/messaging';
import { startService, type Clock, type RunningService } from '@bindery/service';
import { definitionOf, serviceNames } from './definitions';

export type ProcessName = ServiceName | 'gateway';

export interface RunningPlatform {
  gateway: RunningGateway;
  services: Record<ServiceName, RunningService>;
  /** Ends the gateway, which answers what is in flight, and then the services. */
  close(): Promise<void>;
}

/** Starts one service beside others in this process. It has no port: the gateway serves its health and its metrics. */
export async function startBeside(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
  clock?: Clock,
  local?: LocalServices,
): Promise<RunningService> {
  return startService(await definitionOf(name, env), env, { clock, hasPort: false, local });
}

/**
 * Starts all services and the gateway in this process. Each has its own settings, database role and NATS user, as it has in a
 * process of its own. Throws `ConfigError` with what is wrong with the settings of all of them.
 */
export async function startPlatform(
  environmentOf: (name: ProcessName) => NodeJS.ProcessEnv,
  clock?: Clock,
): Promise<RunningPlatform> {
  const local = new LocalServices();
  const started = await Promise.allSettled(
    serviceNames.map((name) => startBeside(name, environmentOf(name), clock, local)),
  );
  const running = started.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const closeServices = () => Promise.all(running.map((service) => service.close()));
  try {
    throwFailures(started);
    const { start } = await import('@bindery/gateway');
    const gateway = await start(environmentOf('gateway'), running, local);
    const close = async () => {
      await gateway.close();
      await closeServices();
    };
    const services = Object.fromEntries(running.map((service) => [service.name, service]));
    return { gateway, services: services as RunningPlatform['services'], close };
  } catch (error) {
    await closeServices();
    throw error;
  }
}

/** The error of a setting that several services read is thrown once. */
function throwFailures(outcomes: PromiseSettledResult<unknown>[]): void {
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  const problems = errors.flatMap((error) => (error instanceof ConfigError ? error.problems : []));
  if (problems.length > 0) throw new ConfigError([...new Set(problems)]);
  if (errors.length > 0) throw errors[0];
}
