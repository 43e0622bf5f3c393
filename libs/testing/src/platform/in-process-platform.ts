import { SharedResource } from './shared-resource';
import { type Platform, startPlatform } from './platform';

/** A platform whose services run in this process, and go on for the next file. */
export type InProcessPlatform = Omit<Platform, 'putBack'>;

let kept: SharedResource<Platform> | undefined;

/**
 * A platform in this process that files of the worker use one after another: for a look into its services.
 * It holds what earlier files left, in other organizations, and may reach servers on this machine.
 */
export async function inProcessPlatform(): Promise<InProcessPlatform> {
  const of = (kept ??= new SharedResource(() => startPlatform({ OUTBOUND_ALLOW: '127.0.0.1' })));
  const platform = await of.lend();
  await platform.putBack();
  return { ...platform, close: () => Promise.resolve(of.giveBack()) };
}
