import { type PlatformAddresses } from '../run/test-platforms';
import { borrowPlatform, returnPlatform } from '../embedded/broker-client';

/** A running platform as its clients see it. */
export interface SharedPlatform extends PlatformAddresses {
  close(): Promise<void>;
}

/**
 * A platform that other test files have used before and will use again, one at a time: it holds what they left, in other
 * organizations. Far cheaper than one of its own, for tests that need neither settings nor a look into services.
 */
export async function sharedPlatform(): Promise<SharedPlatform> {
  const { id, ...addresses } = await borrowPlatform();
  return { ...addresses, close: () => returnPlatform(id) };
}
