import { type PlatformAddresses } from '../run/test-platforms';
import { borrowPlatform, control, returnPlatform } from '../embedded/broker-client';
import type { PlatformControls } from './platform';

/** A running platform as its clients see it. */
export interface ReachablePlatform extends PlatformAddresses {
  close(): Promise<void>;
}

/** A platform that test files share. */
export interface SharedPlatform extends ReachablePlatform, PlatformControls {}

/**
 * A platform that other test files have used before and will use again, one at a time: it holds what they left, in other
 * organizations. Far cheaper than one of its own, for tests that need no look into services.
 */
export async function sharedPlatform(): Promise<SharedPlatform> {
  const { id, controlUrl, ...addresses } = await borrowPlatform();
  const call = <T = void>(name: keyof PlatformControls | 'putBack', ...values: unknown[]) =>
    control<T>(
      controlUrl,
      name,
      values.filter((value) => value !== undefined),
    );
  await call('putBack');
  return {
    ...addresses,
    moveClock: (ahead) => call('moveClock', ahead),
    addGateway: (settings) => call('addGateway', settings),
    stop: (service) => call('stop', service),
    restart: (service, settings) => call('restart', service, settings),
    close: () => returnPlatform(id),
  };
}
