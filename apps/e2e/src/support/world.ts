import { ApiCaller, People, startPlatform, type Person, type Platform } from '@bindery/testing';

/** A platform with two organizations, an administrator of each, and a member and a guest of the first. */
export interface World {
  platform: Platform;
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

export async function createWorld(env: Record<string, string> = {}): Promise<World> {
  const platform = await startPlatform(env);
  const people = await People.connect(platform);
  const organization = await people.organization('First');
  const other = await people.organization('Other');
  const admin = await people.user({ [organization]: 'admin' });
  const otherAdmin = await people.user({ [other]: 'admin' });
  const reader = await people.user({ [organization]: 'read' });
  const guest = await people.user({ [organization]: null });
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
    admin,
    otherAdmin,
    reader,
    guest,
    close,
  };
}
