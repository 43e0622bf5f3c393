/** Ends a run, in the process of its set-up. */
export default async function tearDown(): Promise<void> {
  await globalThis.binderyTestBroker?.close();
}
