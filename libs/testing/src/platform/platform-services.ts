import { SERVICES, type ServiceName } from '@bindery/launcher';
import type { RunningService } from '@bindery/service';

type Settings = Record<string, string>;

/** The services of a platform, each of which can be stopped, and started again with settings of its own. */
export class PlatformServices {
  private readonly stopped = new Set<ServiceName>();
  private readonly settings = new Map<ServiceName, Settings>();
  /** The last change of each. */
  private readonly changes = new Map<ServiceName, Promise<void>>();

  /** `start` starts one with these settings besides those of the platform. */
  constructor(
    readonly running: Record<ServiceName, RunningService>,
    private readonly start: (name: ServiceName, settings: Settings) => Promise<RunningService>,
  ) {}

  stop(name: ServiceName): Promise<void> {
    return this.inTurn(name, () => this.end(name));
  }

  /** With these settings, or those that it had. */
  restart(name: ServiceName, settings = this.settings.get(name)): Promise<void> {
    return this.inTurn(name, async () => {
      await this.end(name);
      await this.begin(name, settings);
    });
  }

  /** Has all of them run with the settings of the platform, also where a change is still under way. */
  async putBack(): Promise<void> {
    await Promise.allSettled(this.changes.values());
    const changed = new Set([...this.stopped, ...this.settings.keys()]);
    this.settings.clear();
    await Promise.all([...changed].map((name) => this.restart(name)));
  }

  async close(): Promise<void> {
    await Promise.all(SERVICES.map((name) => this.stop(name)));
  }

  /** Changes a service once the change before it has ended: a test that timed out does not wait for its own. */
  private inTurn(name: ServiceName, change: () => Promise<void>): Promise<void> {
    const before = this.changes.get(name) ?? Promise.resolve();
    const done = before.catch(() => undefined).then(change);
    this.changes.set(name, done);
    return done;
  }

  private async end(name: ServiceName): Promise<void> {
    if (this.stopped.has(name)) return;
    this.stopped.add(name);
    await this.running[name].close();
  }

  private async begin(name: ServiceName, settings?: Settings): Promise<void> {
    this.running[name] = await this.start(name, settings ?? {});
    this.stopped.delete(name);
    if (settings) this.settings.set(name, settings);
  }
}
