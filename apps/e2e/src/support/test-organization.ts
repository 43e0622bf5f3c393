import {
  inProcessPlatform,
  type InProcessPlatform,
  type Platform,
  populate,
  type SharedPlatform,
  sharedPlatform,
  startPlatform,
  type TestOrganization as OrganizationOn,
} from '@bindery/testing';

export { populate, type TestOrganization } from '@bindery/testing';

/** A world on a platform in another process that files share. */
export type SharedOrganization = OrganizationOn<SharedPlatform>;

/** A world whose platform runs in this process, for this file alone. */
export type IsolatedPlatform = OrganizationOn<Platform>;

/** A world on the platform in this process that files share. */
export type InProcessOrganization = OrganizationOn<InProcessPlatform>;

/** New organizations and users on a platform that other test files have used before. */
export const createTestOrganization = async (): Promise<SharedOrganization> => populate(await sharedPlatform());

/** The same on a platform in this process that files use one after another: for a look into its services. */
export const createInProcessOrganization = async (): Promise<InProcessOrganization> =>
  populate(await inProcessPlatform());

/** The same on a platform of its own, with these settings. It takes seconds to start. */
export const startIsolatedPlatform = async (env: Record<string, string> = {}): Promise<IsolatedPlatform> =>
  populate(await startPlatform(env));
