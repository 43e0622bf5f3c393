import { ApiCaller } from '../api/api-caller';
import { People, type Person } from './people';
import type { SharedPlatform } from '../platform/shared-platform';

/** Two organizations with an administrator of each, and a member and a guest of the first. */
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

/** New organizations and people on what runs already; closing the world closes it. */
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
