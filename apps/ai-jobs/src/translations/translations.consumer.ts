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

/** Milliseconds in which revisions of a space start one run. */
const linger = 200;

/** Keeps translations in step with their sources. */
@Injectable()
export class TranslationsConsumer {
  constructor(
    private readonly translations: TranslationRepository,
    private readonly runs: RunTranslation,
    private readonly db: Database,
  ) {}

  @ConsumesTogether(revisionCreated, 'translations', { linger, writesRarely: true })
  async changed(events: EventEnvelope<RevisionCreated>[]): Promise<void> {
    // A translation is made of a space that exists, so its first run reads the first revision or a later one.
    const later = events.filter(({ payload }) => payload.branch === 'main' && payload.previous);
    // Replicas of content publish side by side, so the last event of a space may not be that of its newest revision.
    const inOrder = later.toSorted((a, b) => a.version - b.version);
    const heads = new Map(inOrder.map(({ payload: { space, revision } }) => [space, revision]));
    if (heads.size === 0 || !(await this.translations.isAnyBehind(heads))) return;
    await this.db.transaction(async () => {
      for (const translation of await this.translations.lockThoseBehind(heads)) await this.runs.start(translation);
    });
  }

  @Consumes(spacePurged, 'translations-of-purged-spaces')
  async purged({ payload }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    await this.translations.forgetSpace(payload.space);
  }
}
