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
    const { branch, space, revision, previous } = payload;
    // A translation is made of a space that exists, so its first run reads the first revision or a later one.
    if (branch !== 'main' || previous === null || !(await this.translations.isBehind(space, revision))) return;
    for (const translation of await this.translations.thoseBehind(space, revision)) await this.runs.start(translation);
  }

  @Consumes(spacePurged, 'translations-of-purged-spaces')
  async purged({ payload }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    await this.translations.forgetSpace(payload.space);
  }
}
