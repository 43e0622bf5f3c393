import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PlatformAddresses } from '@bindery/testing';

interface Addresses extends PlatformAddresses {
  metricsPort: number;
}

/** A platform in a process of its own, whose logs and metrics can be read. */
export class ObservedPlatform {
  private constructor(
    private readonly child: ChildProcess,
    readonly addresses: Addresses,
    private readonly log: { text: string },
  ) {}

  static async start(settings: Record<string, string>): Promise<ObservedPlatform> {
    const program = join(__dirname, '../../../../libs/testing/dist/platform/platform-process.js');
    const child = fork(program, [JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const log = { text: '' };
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => (log.text += data.toString()));
    const [addresses] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => {
        throw new Error(`The platform ended before it was ready:\n${log.text}`);
      }),
    ])) as [Addresses];
    return new ObservedPlatform(child, addresses, log);
  }

  /** All that was logged so far. */
  get logged(): string {
    return this.log.text;
  }

  /** The metrics of the gateway and all services, as Prometheus reads them. */
  async metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.addresses.metricsPort}/metrics`)).text();
  }

  async close(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.disconnect();
    await exited;
  }
}
