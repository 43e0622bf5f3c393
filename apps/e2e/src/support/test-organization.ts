import {
  inProcessPlatform,
  type InProcessPlatform,
  type Platform,
  populate,
  sharedPlatform,
  startPlatform,
  type TestOrganization as OrganizationOn,
} from '@bindery/testing';
import type { Clock } from '@bindery/service';

export { populate, type TestOrganization } from '@bindery/testing';

/** A world whose platform runs in this process: for a look into its services, or to stop one. */
export type IsolatedPlatform = OrganizationOn<Platform>;

/** A world on the platform in this process that files share. */
export type InProcessOrganization = OrganizationOn<InProcessPlatform>;

/** New organizations and users on a platform that other test files have used before. */
export const createTestOrganization = async (): Promise<OrganizationOn> => populate(await sharedPlatform());

/** The same on a platform in this process that files use one after another: for a look into its services, which none stops. */
export const createInProcessOrganization = async (): Promise<InProcessOrganization> =>
  populate(await inProcessPlatform());

/** The same on a platform of its own, with these settings and this clock. It takes seconds to start. */
export const startIsolatedPlatform = async (
  env: Record<string, string> = {},
  clock?: Clock,
): Promise<IsolatedPlatform> => populate(await startPlatform(env, clock));
