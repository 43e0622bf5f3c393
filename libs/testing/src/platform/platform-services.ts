import { SERVICES, type ServiceName } from '@bindery/launcher';
import type { RunningService } from '@bindery/service';

type Settings = Record<string, string>;

/** The services of a platform, each of which can be stopped, and started again with settings of its own. */
export class PlatformServices {
  private readonly stopped = new Set<ServiceName>();
  private readonly settings = new Map<ServiceName, Settings>();

  /** `start` starts one with these settings besides those of the platform. */
  constructor(
    readonly running: Record<ServiceName, RunningService>,
    private readonly start: (name: ServiceName, settings: Settings) => Promise<RunningService>,
  ) {}

  async stop(name: ServiceName): Promise<void> {
    if (this.stopped.has(name)) return;
    this.stopped.add(name);
    await this.running[name].close();
  }

  /** With these settings, or those that it had. */
  async restart(name: ServiceName, settings = this.settings.get(name)): Promise<void> {
    await this.stop(name);
    this.running[name] = await this.start(name, settings ?? {});
    this.stopped.delete(name);
    if (settings) this.settings.set(name, settings);
  }

  /** Has all of them run with the settings of the platform. */
  async putBack(): Promise<void> {
    const changed = new Set([...this.stopped, ...this.settings.keys()]);
    this.settings.clear();
    await Promise.all([...changed].map((name) => this.restart(name)));
  }

  async close(): Promise<void> {
    await Promise.all(SERVICES.map((name) => this.stop(name)));
  }
}
