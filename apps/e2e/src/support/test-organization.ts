import {
  ApiCaller,
  People,
  type Person,
  type Platform,
  sharedPlatform,
  type SharedPlatform,
  startPlatform,
} from '@bindery/testing';
import type { Clock } from '@bindery/service';

/** A platform with two organizations, an administrator of each, and a member and a guest of the first. */
export interface TestOrganization<Where extends SharedPlatform = SharedPlatform> {
  platform: Where;
  people: People;
  api: ApiCaller;
  organization: string;
  other: string;
  admin: Person;
  otherAdmin: Person;
  reader: Person;
  guest: Person;
  close(): Promise<void>;
}

/** A world whose platform runs in this process: for a look into its services, or to stop one. */
export type IsolatedPlatform = TestOrganization<Platform>;

/** New organizations and people on a platform that other test files have used before. */
export const createTestOrganization = async (): Promise<TestOrganization> => populate(await sharedPlatform());

/** The same on a platform of its own, with these settings and this clock. It takes seconds to start. */
export const startIsolatedPlatform = async (
  env: Record<string, string> = {},
  clock?: Clock,
): Promise<IsolatedPlatform> => populate(await startPlatform(env, clock));

/** New organizations and people on a platform that runs already; closing the world closes it. */
export async function populate<Where extends SharedPlatform>(platform: Where): Promise<TestOrganization<Where>> {
  const people = await People.connect(platform);
  const organization = await people.organization('First');
  const other = await people.organization('Other');
  const close = async () => {
    await people.close();
    await platform.close();
  };
  return {
    platform,
    people,
    api: new ApiCaller(platform.baseUrl),
    organization,
    other,
    admin: await people.user({ [organization]: 'admin' }),
    otherAdmin: await people.user({ [other]: 'admin' }),
    reader: await people.user({ [organization]: 'read' }),
    guest: await people.user({ [organization]: null }),
    close,
  };
}
