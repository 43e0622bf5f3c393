import type { Document } from '@bindery/documents';
import { Tree } from '../core/document-tree';
import { contract, del, get, post, put } from '../core/endpoint';
import { Const, Flag, Id, Int, Nested, OneOf, Text, Timestamp, Url } from '../core/fields';
import { languages, type Language } from '../core/languages';
import { PageOf, PageQuery } from '../core/page';

const translationStatuses = ['pending', 'running', 'completed'] as const;
export type TranslationStatus = (typeof translationStatuses)[number];

export class TranslationSource {
  @Id() space!: string;
  @OneOf(languages) language!: Language;
}

export class TranslationResult {
  @Id() space!: string;
  @Id() revision!: string;
}

export class TranslationStats {
  @Int() runs!: number;
  @Int({ description: 'The number of words translated in all runs.' }) totalWords!: number;
  @Int({ description: 'The number of distinct pages that were translated.' }) totalPages!: number;
  @Int({ description: 'The total duration of all runs, in seconds.' }) totalDuration!: number;
  @Int({ description: 'The duration of the latest run, in seconds.' }) latestRunDuration!: number;
  @Int() latestPages!: number;
  @Int() latestWords!: number;
}

export class TranslationPermissions {
  @Flag() view!: boolean;
  @Flag() edit!: boolean;
}

class TranslationUrls {
  @Url() location!: string;
}

export class Translation {
  @Const('translation') object!: 'translation';
  @Id() id!: string;
  @OneOf(translationStatuses) status!: TranslationStatus;
  @Nested(() => TranslationSource) source!: TranslationSource;
  @OneOf(languages) language!: Language;
  @Tree() instructions!: Document;
  @Flag({ description: 'Whether the translation runs whenever the main content of the source space changes.' })
  automatic!: boolean;
  @Nested(() => TranslationResult, { optional: true }) result?: TranslationResult;
  @Text({
    optional: true,
    description: 'The reason why the latest run failed. The result is then that of an earlier run.',
  })
  error?: string;
  @Timestamp() createdAt!: string;
  @Timestamp() updatedAt!: string;
  @Nested(() => TranslationStats) stats!: TranslationStats;
  @Nested(() => TranslationPermissions) permissions!: TranslationPermissions;
  @Nested(() => TranslationUrls) urls!: TranslationUrls;
}

const automatic = {
  optional: true,
  description: 'Whether the translation runs whenever the main content of the source space changes.',
};

export class CreateTranslation {
  @OneOf(languages) language!: Language;
  @Nested(() => TranslationSource) source!: TranslationSource;
  @Tree({ optional: true, description: 'Instructions for the provider that translates.' }) instructions?: Document;
  @Flag(automatic) automatic: boolean = true;
}

export class UpdateTranslation {
  @Tree({ description: 'Instructions for the provider that translates.' }) instructions!: Document;
  @Flag(automatic) automatic?: boolean;
}

const translationRunStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
type TranslationRunStatus = (typeof translationRunStatuses)[number];

class TranslationRunProgress {
  @Int() total!: number;
  @Int() done!: number;
}

/** A page that stays in the source language until its source changes or the translation is run again. */
export class UntranslatedPage {
  @Id() page!: string;
  @Text() title!: string;
  @Text({ description: 'The reason why the page could not be translated.' }) reason!: string;
}

/** One run of a translation. */
export class TranslationRun {
  @Const('translation-run') object!: 'translation-run';
  @Id() id!: string;
  @Id() translation!: string;
  @OneOf(translationRunStatuses) status!: TranslationRunStatus;
  @Text({ description: 'The provider that translates. `pseudo-localisation` if none is set up.' }) provider!: string;
  @Nested(() => TranslationRunProgress, {
    description: 'The progress over the pages that changed since the previous run.',
  })
  pages!: TranslationRunProgress;
  @Int() words!: number;
  @Nested(() => UntranslatedPage, { array: { max: 100_000 } }) untranslated!: UntranslatedPage[];
  @Text({ optional: true }) error?: string;
  @Timestamp() createdAt!: string;
  @Timestamp({ optional: true }) startedAt?: string;
  @Timestamp({ optional: true }) endedAt?: string;
}

const base = '/orgs/:organizationId/translations' as const;

export const translations = contract('ai-jobs', 'Translations', {
  listTranslations: get(base, {
    summary: 'List the translations of an organization whose source spaces the caller can see',
    query: PageQuery,
    returns: PageOf(Translation),
  }),
  createTranslation: post(base, {
    summary: 'Translate a space into a new space',
    body: CreateTranslation,
    returns: Translation,
    status: 201,
  }),
  getTranslation: get(`${base}/:translationId`, { summary: 'Get a translation', returns: Translation }),
  updateTranslation: put(`${base}/:translationId`, {
    summary: 'Update the instructions of a translation, and whether it runs automatically',
    body: UpdateTranslation,
    returns: Translation,
    errors: [412],
  }),
  deleteTranslation: del(`${base}/:translationId`, {
    summary: 'Delete a translation',
    description: 'The translated space is kept.',
    errors: [412],
  }),
  runTranslation: post(`${base}/:translationId/run`, {
    summary: 'Translate the content that changed since the last run',
  }),
  listTranslationRuns: get(`${base}/:translationId/runs`, {
    summary: 'List the runs of a translation, newest first',
    query: PageQuery,
    returns: PageOf(TranslationRun),
  }),
  getTranslationRun: get(`${base}/:translationId/runs/:runId`, {
    summary: 'Get a translation run with its progress',
    returns: TranslationRun,
  }),
  cancelTranslationRun: post(`${base}/:translationId/runs/:runId/cancel`, {
    summary: 'Cancel a translation run that has not ended',
    description: 'The next run uses the work that this run has finished.',
    returns: TranslationRun,
    errors: [409],
  }),
});
