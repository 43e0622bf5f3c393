import { closeAll } from './close-at-end';

/** Ends a run, in the process of its set-up. */
export default async function tearDown(): Promise<void> {
  await closeAll().finally(() => globalThis.binderyTestBroker?.close());
}
