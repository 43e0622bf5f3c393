import { translationPermissions, type Level } from '@bindery/authorization';
import type { Translation, TranslationRun, TranslationStatus } from '@bindery/contracts';
import type { JobState } from '@bindery/jobs';
import { withVersion } from '@bindery/messaging';
import type { TranslationRunRow } from './translation.job';
import type { TranslationRow } from './translation.rows';

const seconds = (milliseconds: number): number => Math.round(milliseconds / 1000);

/** A translation as one with that role in the organization and that level at the source sees it. */
export function presentTranslation(
  row: TranslationRow,
  access: { role: Level; level: Level },
  publicUrl: string,
): Translation {
  const { id, organizationId, resultSpace, resultRevision, runError } = row;
  const presented: Translation = {
    object: 'translation',
    id,
    status: statusOf(row),
    source: { space: row.sourceSpace, language: row.sourceLanguage },
    language: row.language,
    instructions: row.instructions,
    automatic: row.automatic,
    ...(resultSpace && resultRevision && { result: { space: resultSpace, revision: resultRevision } }),
    ...(runError && { error: runError }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    stats: {
      runs: row.runs,
      totalWords: row.totalWords,
      totalPages: row.totalPages,
      totalDuration: seconds(row.totalDuration),
      latestRunDuration: seconds(row.latestDuration),
      latestPages: row.latestPages,
      latestWords: row.latestWords,
    },
    permissions: translationPermissions(access.role, access.level),
    urls: { location: `${publicUrl}/v1/orgs/${organizationId}/translations/${id}` },
  };
  return withVersion(presented, row.version);
}

/** A run that failed or was cancelled leaves the translation waiting for the next one. */
function statusOf({ runState }: TranslationRow): TranslationStatus {
  return runState === 'running' || runState === 'completed' ? runState : 'pending';
}

const errors: Partial<Record<JobState, true>> = { failed: true, cancelled: true };

export function presentRun(run: TranslationRunRow, provider: string): TranslationRun {
  const { id, input, state, progress, result, error, createdAt, startedAt, endedAt } = run;
  return {
    object: 'translation-run',
    id,
    translation: input.translation,
    status: state,
    provider: progress.provider ?? provider,
    pages: progress.pages ?? { total: 0, done: 0 },
    words: progress.words ?? 0,
    untranslated: result?.untranslated ?? [],
    ...(error && errors[state] && { error }),
    createdAt: createdAt.toISOString(),
    ...(startedAt && { startedAt: startedAt.toISOString() }),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
  };
}
