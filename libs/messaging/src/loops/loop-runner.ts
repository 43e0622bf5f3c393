import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from '@bindery/observability';
import type { DecoratedMethods } from '../decorated-methods';
import { intervalKey, type Repetition } from './interval';
import { Loop } from './loop';
import { stopAll } from './stop-all';

/** Runs a loop for each `@Interval` method, and stops them while the database, NATS and the files are still there. */
export class LoopRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private loops: Loop[] = [];

  constructor(
    private readonly methods: DecoratedMethods,
    private readonly logger: Logger,
    /** Milliseconds for which a stopping service waits for its running steps. */
    private readonly bound?: number,
  ) {}

  onApplicationBootstrap(): void {
    this.loops = this.methods
      .find<Repetition>(intervalKey)
      .map(
        ({ metadata: { name, every }, call }) =>
          new Loop(name, () => call() as Promise<boolean>, { every, logger: this.logger }),
      );
    for (const loop of this.loops) loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await stopAll(this.loops, this.bound);
  }
}
