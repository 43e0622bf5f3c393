import type { Logger } from '@bindery/observability';

interface LoopOptions {
  /** Milliseconds between steps when nothing wakes it. */
  every: number;
  logger: Logger;
}

/**
 * Repeats a step while the process runs: at once while the step returns true, else when it is woken or after a pause. After
 * failures the pause grows, up to 10 s.
 */
export class Loop {
  private stopped = true;
  private running: Promise<void> = Promise.resolve();
  private endPause?: () => void;
  private woken = false;
  private failures = 0;

  constructor(
    private readonly name: string,
    /** One round; `isWoken` is false when it runs because of the time alone. */
    private readonly step: (isWoken: boolean) => Promise<boolean>,
    private readonly options: LoopOptions,
  ) {}

  start(): void {
    this.stopped = false;
    this.running = this.run();
  }

  /** Runs the next step at once, unless the last one failed, which the caller cannot know. */
  wake(): void {
    this.woken = true;
    if (this.failures === 0) this.endPause?.();
  }

  /** Ends after the current step. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.endPause?.();
    await this.running;
  }

  private async run(): Promise<void> {
    let again = false;
    while (!this.stopped) {
      const isWoken = this.woken || again;
      again = false;
      this.woken = false;
      try {
        again = await this.step(isWoken);
        this.failures = 0;
      } catch (error) {
        this.failures++;
        this.options.logger.warn({ err: error, loop: this.name }, 'A background step failed; it will be tried again');
      }
      if (!again && !this.stopped) await this.pause();
    }
  }

  private pause(): Promise<void> {
    const { failures } = this;
    if (this.woken && failures === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, failures > 0 ? Math.min(10_000, 100 * 2 ** failures) : this.options.every);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
