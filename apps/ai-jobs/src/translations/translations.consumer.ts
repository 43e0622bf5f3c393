import { Injectable } from '@nestjs/common';
import {
  revisionCreated,
  spacePurged,
  type EventEnvelope,
  type RevisionCreated,
  type SpaceLifecycle,
} from '@bindery/contracts';
import { Consumes, ConsumesTogether } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { RunTranslation } from './run-translation';
import { TranslationRepository } from './translation.repository';

/** Keeps translations in step with their sources. */
@Injectable()
export class TranslationsConsumer {
  constructor(
    private readonly translations: TranslationRepository,
    private readonly runs: RunTranslation,
    private readonly db: Database,
  ) {}

  /** Without receipts: a run that is started again finds nothing to translate. */
  @ConsumesTogether(revisionCreated, 'translations', { seldom: true })
  async changed(events: EventEnvelope<RevisionCreated>[]): Promise<void> {
    const spaces = events.flatMap(({ payload: { branch, space } }) => (branch === 'main' ? [space] : []));
    if (spaces.length === 0 || !(await this.translations.areFollowed(spaces))) return;
    await this.db.transaction(async () => {
      for (const translation of await this.translations.followers(spaces)) await this.runs.start(translation);
    });
  }

  @Consumes(spacePurged, 'translations-of-purged-spaces')
  async purged({ payload }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    await this.translations.forgetSpace(payload.space);
  }
}
