import { Injectable } from '@nestjs/common';
import { JobQueue } from '@bindery/jobs';
import { newId } from '@bindery/persistence';
import { translationJob } from './translation.job';
import { TranslationRepository } from './translation.repository';
import type { TranslationRow } from './translation.rows';

/** Has translations run, one run of each at a time. */
@Injectable()
export class RunTranslation {
  constructor(
    private readonly jobs: JobQueue,
    private readonly translations: TranslationRepository,
  ) {}

  /** Runs in the caller's transaction. A run that waits already will do what this one would. */
  async start({ id, organizationId }: Pick<TranslationRow, 'id' | 'organizationId'>): Promise<void> {
    const run = await this.jobs.add(translationJob, {
      id: newId(),
      organizationId,
      input: { translation: id },
      key: id,
    });
    if (run) await this.translations.setRun(id, run);
  }
}
