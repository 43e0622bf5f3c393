import type { Feature } from '@bindery/service';
import { ComputedPages } from './computed-pages';
import { DependencyRepository } from './dependencies';
import { IntegrationPages } from './integration-pages';
import { SourceAnswers } from './source-answers';
import { TranslatedSpaces } from './translated-spaces';
import { TranslationPages } from './translation-pages';

export const computed: Feature = {
  controllers: [],
  providers: [ComputedPages, DependencyRepository, IntegrationPages, SourceAnswers, TranslatedSpaces, TranslationPages],
};
