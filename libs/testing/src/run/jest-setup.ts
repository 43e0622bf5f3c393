import { checkout, whenOrphaned } from '@bindery/launcher';
import { BROKER_VARIABLE, TestBroker } from './test-broker';
import { removeLeftTestServers, startTestServers } from './test-servers';

declare global {
  var binderyTestBroker: TestBroker | undefined;
}

/** Begins a run, in its compiled form (`jest/set-up.cjs`): servers start when the first test asks for them. */
export default async function setUp(): Promise<void> {
  await removeLeftTestServers();
  const broker = new TestBroker(() => startTestServers(checkout.programs));
  globalThis.binderyTestBroker = broker;
  process.env[BROKER_VARIABLE] = await broker.listen();
  const end = () => void broker.close().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  whenOrphaned(end);
}
