import { Injectable } from '@nestjs/common';
import { Interval } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { BudgetedModels } from '../models/budgeted-models';
import { RunTranslation } from './run-translation';
import { TranslationRepository, type RetryableTranslation } from './translation.repository';

/**
 * Runs automatic translations again that failed, or lacked tokens that the organization has by now: the next revision of a source
 * may never come.
 */
@Injectable()
export class RetryTranslations {
  constructor(
    private readonly translations: TranslationRepository,
    private readonly runs: RunTranslation,
    private readonly db: Database,
    private readonly models: BudgetedModels,
  ) {}

  @Interval('retries of translations', 5 * 60_000)
  async step(): Promise<boolean> {
    const failures: unknown[] = [];
    // One at a time, because a translator that was away leaves many: together they would take the connections of requests.
    for (const one of await this.translations.toRetry(this.models.tokensPerMonth))
      // One that cannot be started does not keep the others from their retry.
      await this.retry(one).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
    return false;
  }

  private retry({ organizationId, id, runId }: RetryableTranslation): Promise<void> {
    return this.db.transaction(async () => {
      const translation = await this.translations.lock(organizationId, id);
      if (translation?.automatic && translation.runId === runId) await this.runs.start(translation);
    });
  }
}
