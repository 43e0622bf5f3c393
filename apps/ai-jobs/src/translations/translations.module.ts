import { Module } from '@nestjs/common';
import { GlossaryModule } from '../glossary/glossary.module';
import { InstructionsModule } from '../instructions/instructions.module';
import { ModelsModule } from '../models/models.module';
import { TranslationContentClient } from './content-client';
import { RetryTranslations } from './retry-translations';
import { RunTranslation } from './run-translation';
import { TranslateUnit } from './translate-unit';
import { TranslatedSpacesController } from './translated-spaces.controller';
import { TranslationsAccess } from './translation-access';
import { TranslationRunRepository } from './translation-run.repository';
import { TranslationRunsController } from './translation-runs.controller';
import { TranslationUnitRepository } from './translation-unit.repository';
import { TranslationRepository } from './translation.repository';
import { TranslationWorker } from './translation.worker';
import { TranslationsConsumer } from './translations.consumer';
import { TranslationsController } from './translations.controller';

/** Translations of spaces. */
@Module({
  imports: [InstructionsModule, ModelsModule, GlossaryModule],
  controllers: [TranslationsController, TranslationRunsController, TranslatedSpacesController],
  providers: [
    TranslationRepository,
    TranslationUnitRepository,
    TranslationRunRepository,
    TranslationContentClient,
    TranslationsAccess,
    RunTranslation,
    RetryTranslations,
    TranslateUnit,
    TranslationWorker,
    TranslationsConsumer,
  ],
})
export class TranslationsModule {}
