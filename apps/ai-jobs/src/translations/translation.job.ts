import type { UntranslatedPage } from '@bindery/contracts';
import type { JobEntity, JobKind } from '@bindery/jobs';

export interface TranslationInput {
  translation: string;
}

export interface TranslationProgress {
  provider: string;
  /** Pages and reusable contents that had changed. */
  pages: { total: number; done: number };
  words: number;
}

export interface TranslationOutcome {
  untranslated: UntranslatedPage[];
  /** Whether a page failed for a reason that may pass with time. */
  isRetryable?: boolean;
  /** Whether a page is untranslated because the organization had no tokens left. */
  lacksTokens?: boolean;
}

export const translationJob: JobKind<TranslationInput, TranslationProgress, TranslationOutcome> = {
  name: 'translation',
  attempts: 5,
  isKept: true,
};

export type TranslationRunRow = JobEntity<TranslationInput, Partial<TranslationProgress>, TranslationOutcome>;
