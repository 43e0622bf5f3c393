import type { Language, TranslationUnitKind } from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import type { JobState } from '@bindery/jobs';

export interface TranslationRow {
  id: string;
  organizationId: string;
  sourceSpace: string;
  sourceLanguage: Language;
  language: Language;
  instructions: Document;
  automatic: boolean;
  /** The job of its latest run. */
  runId: string | null;
  runState: JobState | null;
  /** The reason why that run failed. */
  runError: string | null;
  /** The translated space, from when it is about to be made. */
  resultSpace: string | null;
  /** The revision that that space shows; null until it is made. */
  resultRevision: string | null;
  runs: number;
  totalWords: number;
  /** Different pages that were translated. */
  totalPages: number;
  /** In milliseconds, as all durations. */
  totalDuration: number;
  latestDuration: number;
  latestPages: number;
  latestWords: number;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

/** The outcome of the last translation of a page or a reusable content. */
export interface TranslationUnitRow {
  kind: TranslationUnitKind;
  unitId: string;
  /** Names what was translated and how: the source and all that the translation depends on. */
  source: string;
  runId: string;
  title: string;
  linkTitle: string | null;
  document: string | null;
  words: number;
  /** Why it stays in the source language. */
  failure: string | null;
  /** Whether the translated space has it. */
  placed: boolean;
}
