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
  @Int({ description: 'Words that were translated in all runs.' }) totalWords!: number;
  @Int({ description: 'Different pages that were translated.' }) totalPages!: number;
  @Int({ description: 'Seconds of all runs.' }) totalDuration!: number;
  @Int({ description: 'Seconds.' }) latestRunDuration!: number;
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
  @Flag({ description: 'Whether it runs whenever the main content of the source changes.' }) automatic!: boolean;
  @Nested(() => TranslationResult, { optional: true }) result?: TranslationResult;
  @Timestamp() createdAt!: string;
  @Timestamp() updatedAt!: string;
  @Nested(() => TranslationStats) stats!: TranslationStats;
  @Nested(() => TranslationPermissions) permissions!: TranslationPermissions;
  @Nested(() => TranslationUrls) urls!: TranslationUrls;
}

const automatic = { optional: true, description: 'Run whenever the main content of the source changes.' };

export class CreateTranslation {
  @OneOf(languages) language!: Language;
  @Nested(() => TranslationSource) source!: TranslationSource;
  @Tree({ optional: true, description: 'What whoever translates is told.' }) instructions?: Document;
  @Flag(automatic) automatic: boolean = true;
}

export class UpdateTranslation {
  @Tree({ description: 'What whoever translates is told.' }) instructions!: Document;
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
  @Text({ description: 'Why it could not be translated.' }) reason!: string;
}

/** One run of a translation. */
export class TranslationRun {
  @Const('translation-run') object!: 'translation-run';
  @Id() id!: string;
  @Id() translation!: string;
  @OneOf(translationRunStatuses) status!: TranslationRunStatus;
  @Text({ description: 'What translates: pseudo-localisation where no provider is set up.' }) provider!: string;
  @Nested(() => TranslationRunProgress, { description: 'Pages that had changed since the run before.' })
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
    summary: 'List the translations of an organization, of spaces that the caller may see',
    query: PageQuery,
    returns: PageOf(Translation),
  }),
  createTranslation: post(base, {
    summary: 'Translate a space into a space of its own',
    body: CreateTranslation,
    returns: Translation,
    status: 201,
  }),
  getTranslation: get(`${base}/:translationId`, { summary: 'Get a translation', returns: Translation }),
  updateTranslation: put(`${base}/:translationId`, {
    summary: 'Change the instructions of a translation',
    body: UpdateTranslation,
    returns: Translation,
    errors: [412],
  }),
  deleteTranslation: del(`${base}/:translationId`, {
    summary: 'Delete a translation; the translated space stays as it is',
    errors: [412],
  }),
  runTranslation: post(`${base}/:translationId/run`, { summary: 'Translate what has changed since the last run' }),
  listTranslationRuns: get(`${base}/:translationId/runs`, {
    summary: 'List the runs of a translation, the newest first',
    query: PageQuery,
    returns: PageOf(TranslationRun),
  }),
  getTranslationRun: get(`${base}/:translationId/runs/:runId`, {
    summary: 'Get a run of a translation with its progress',
    returns: TranslationRun,
  }),
  cancelTranslationRun: post(`${base}/:translationId/runs/:runId/cancel`, {
    summary: 'Cancel a run that has not ended; what it translated is kept for the next one',
    returns: TranslationRun,
    errors: [409],
  }),
});
