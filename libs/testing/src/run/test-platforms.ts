import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { checkout } from '@bindery/launcher';

/** Where a running platform is found by its clients. */
export interface PlatformAddresses {
  baseUrl: string;
  /** Where mails are written. */
  mailFolder: string;
  /** As the administrator of Postgres: for looking into every schema. */
  adminUrl: string;
}

/** A platform in a process of its own, which takes what a test file changes of it at an address. */
interface ControlledPlatform extends PlatformAddresses {
  controlUrl: string;
}

export interface LentPlatform extends ControlledPlatform {
  id: number;
}

/** Platforms in processes of their own, lent to one test file at a time: as many as files ask at the same time. */
export class TestPlatforms {
  private readonly children: ChildProcess[] = [];
  private readonly free: LentPlatform[] = [];
  private readonly lent = new Map<number, LentPlatform>();

  async lend(): Promise<LentPlatform> {
    const platform = this.free.pop() ?? (await this.start());
    this.lent.set(platform.id, platform);
    return platform;
  }

  return(id: number): void {
    const platform = this.lent.get(id);
    if (!platform) return;
    this.lent.delete(id);
    this.free.push(platform);
  }

  /** Ends all of them and waits for that. */
  async close(): Promise<void> {
    await Promise.all(
      this.children
        .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
        .map(async (child) => {
          const exited = once(child, 'exit');
          if (child.connected) child.disconnect();
          await exited;
        }),
    );
  }

  private async start(): Promise<LentPlatform> {
    const child = fork(join(checkout.root, 'libs/testing/dist/platform/platform-process.js'));
    const id = this.children.push(child);
    const [addresses] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`The shared platform ended with code ${code} before it was ready; it has printed why`);
      }),
    ])) as [ControlledPlatform];
    return { id, ...addresses };
  }
}
