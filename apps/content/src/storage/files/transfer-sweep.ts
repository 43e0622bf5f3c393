import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@bindery/messaging';
import { LOGGER, type Logger } from '@bindery/observability';
import { CLOCK, type Clock } from '@bindery/service';
import { removeLeftWorkFolders, Storage } from '@bindery/storage';

const hour = 60 * 60 * 1000;
/** Longer than a job waits and an address is valid. */
const keptFor = 48 * hour;

/** Removes expired uploads that were not imported, exports and PDFs, and files of killed processes. */
@Injectable()
export class TransferSweep {
  constructor(
    private readonly storage: Storage,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns false, as nothing is left to do until the next hour. */
  @Interval('transfer sweep', hour)
  async sweep(): Promise<boolean> {
    await removeLeftWorkFolders((folder, error) =>
      this.logger.warn({ err: error, folder }, 'A folder of a process that ended could not be removed'),
    );
    const now = this.clock();
    for (const prefix of ['uploads/', 'exports/', 'pdf/']) {
      for await (const { key, modifiedAt } of this.storage.list(prefix)) {
        if (now.getTime() - modifiedAt.getTime() > keptFor) await this.storage.delete(key);
      }
    }
    return false;
  }
}
