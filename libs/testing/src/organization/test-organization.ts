import { ApiCaller } from '../api/api-caller';
import { TestRecords, type TestUser } from './test-records';
import type { ReachablePlatform } from '../platform/shared-platform';

/** Two organizations with an administrator of each, and a member and a guest of the first. */
export interface TestOrganization<Where extends ReachablePlatform = ReachablePlatform> {
  platform: Where;
  records: TestRecords;
  api: ApiCaller;
  organization: string;
  other: string;
  admin: TestUser;
  otherAdmin: TestUser;
  reader: TestUser;
  guest: TestUser;
  close(): Promise<void>;
}

/** New organizations and users on what runs already; closing the world closes it. */
export async function populate<Where extends ReachablePlatform>(platform: Where): Promise<TestOrganization<Where>> {
  const records = await TestRecords.connect(platform);
  const organization = await records.organization('First');
  const other = await records.organization('Other');
  const close = async () => {
    await records.close();
    await platform.close();
  };
  return {
    platform,
    records,
    api: new ApiCaller(platform.baseUrl),
    organization,
    other,
    admin: await records.user({ [organization]: 'admin' }),
    otherAdmin: await records.user({ [other]: 'admin' }),
    reader: await records.user({ [organization]: 'read' }),
    guest: await records.user({ [organization]: null }),
    close,
  };
}
