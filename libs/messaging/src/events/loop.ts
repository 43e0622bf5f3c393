import type { Logger } from '@bindery/observability';

interface LoopOptions {
  /** Milliseconds between steps when nothing wakes it. */
  every: number;
  logger: Logger;
}

/**
 * Repeats a step for as long as the process lives: at once while the step answers true, else when woken or after a
 * while; after a failure it waits longer and longer, up to 10 s.
 */
export class Loop {
  private stopped = true;
  private running: Promise<void> = Promise.resolve();
  private wakeUp?: () => void;
  private woken = false;

  constructor(
    private readonly name: string,
    private readonly step: () => Promise<boolean>,
    private readonly options: LoopOptions,
  ) {}

  start(): void {
    this.stopped = false;
    this.running = this.run();
  }

  wake(): void {
    this.woken = true;
    this.wakeUp?.();
  }

  /** Ends after the current step. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.stopped) {
      let again = false;
      this.woken = false;
      try {
        again = await this.step();
        failures = 0;
      } catch (error) {
        failures++;
        this.options.logger.warn({ err: error, loop: this.name }, 'A background step failed; it will be tried again');
      }
      if (!again && !this.stopped)
        await this.pause(failures ? Math.min(10_000, 100 * 2 ** failures) : this.options.every, failures > 0);
    }
  }

  private pause(milliseconds: number, failed: boolean): Promise<void> {
    if (this.woken && !failed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
