import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { BROKER_VARIABLE, TestBroker } from './test-broker';
import { removeLeftTestServers, startTestServers } from './test-servers';

declare global {
  var binderyTestBroker: TestBroker | undefined;
}

/**
 * Jest calls this once before a run: servers start when the first test asks for them. Tests run the sources, but what
 * they start as a process or a thread of its own is a compiled program, so it must be up to date.
 */
export default async function setUp(): Promise<void> {
  execFileSync(process.execPath, [join(__dirname, '../../build.mjs')]);
  await removeLeftTestServers();
  const broker = new TestBroker(() => startTestServers(join(__dirname, '../../../.bindery/bin')));
  globalThis.binderyTestBroker = broker;
  process.env[BROKER_VARIABLE] = await broker.listen();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void broker.close().finally(() => process.exit(1)));
  }
}
