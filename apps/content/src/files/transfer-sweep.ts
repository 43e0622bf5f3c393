import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Loop } from '@bindery/messaging';
import { LOGGER, type Logger } from '@bindery/observability';
import { Storage } from '@bindery/storage';

const hour = 60 * 60 * 1000;
/** Longer than a job waits and an address is valid. */
const keptFor = 48 * hour;

/** Removes uploads that were never imported, exports and PDFs, when nobody can want them any more. */
@Injectable()
export class TransferSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: Loop;

  constructor(
    private readonly storage: Storage,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new Loop('transfer sweep', () => this.sweep(new Date()), { every: hour, logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Answers false, as nothing is left to be done until the next hour. */
  async sweep(now: Date): Promise<boolean> {
    for (const prefix of ['uploads/', 'exports/', 'pdf/']) {
      for await (const { key, modifiedAt } of this.storage.list(prefix)) {
        if (now.getTime() - modifiedAt.getTime() > keptFor) await this.storage.delete(key);
      }
    }
    return false;
  }
}
