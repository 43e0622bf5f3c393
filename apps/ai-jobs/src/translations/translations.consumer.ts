import { Injectable } from '@nestjs/common';
import {
  revisionCreated,
  spacePurged,
  type EventEnvelope,
  type RevisionCreated,
  type SpaceLifecycle,
} from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { RunTranslation } from './run-translation';
import { TranslationRepository } from './translation.repository';

/** Keeps translations in step with their sources. */
@Injectable()
export class TranslationsConsumer {
  constructor(
    private readonly translations: TranslationRepository,
    private readonly runs: RunTranslation,
  ) {}

  @Consumes(revisionCreated, 'translations', { seldom: true })
  async changed({ payload }: EventEnvelope<RevisionCreated>): Promise<void> {
    if (payload.branch !== 'main' || !(await this.translations.isFollowed(payload.space))) return;
    for (const translation of await this.translations.followers(payload.space)) await this.runs.start(translation);
  }

  @Consumes(spacePurged, 'translations-of-purged-spaces')
  async purged({ payload }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    await this.translations.forgetSpace(payload.space);
  }
}
