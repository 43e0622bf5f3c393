import { Injectable } from '@nestjs/common';
import type { TranslatedSpace, TranslationSourceContent, TranslationUnit } from '@bindery/contracts';
import { plainText } from '@bindery/documents';
import { JobInputError, JobHandler, type JobContext } from '@bindery/jobs';
import { newId } from '@bindery/persistence';
import { GlossaryRepository } from '../glossary/glossary.repository';
import { AgentInstructionsRepository } from '../instructions/agent-instructions.repository';
import { BudgetedModels } from '../models/budgeted-models';
import { TranslationContentClient } from './content-client';
import { fingerprintOf, sourceOf } from './source-fingerprint';
import { TranslateUnit, type TranslationInputs } from './translate-unit';
import {
  translationJob,
  type TranslationInput,
  type TranslationOutcome,
  type TranslationProgress,
} from './translation.job';
import { TranslationRepository } from './translation.repository';
import type { TranslationRow, TranslationUnitRow } from './translation.rows';
import { TranslationUnitRepository } from './translation-unit.repository';
import { keyOf, translatedUnits, untranslatedPages } from './translated-units';

type Context = JobContext<TranslationProgress>;

const atOnce = 8;
/** So many units that fail one after the other for a reason that may pass: the rest would fail as well. */
const mostFailures = 10;

/**
 * Brings a translated space up to date: translates what has changed since the last run, unit by unit, each recorded as
 * soon as it is done, then has content make one revision of it all.
 */
@Injectable()
export class TranslationWorker {
  constructor(
    private readonly translations: TranslationRepository,
    private readonly units: TranslationUnitRepository,
    private readonly glossary: GlossaryRepository,
    private readonly agents: AgentInstructionsRepository,
    private readonly content: TranslationContentClient,
    private readonly translate: TranslateUnit,
    private readonly models: BudgetedModels,
  ) {}

  @JobHandler(translationJob)
  async run({ translation: id }: TranslationInput, context: Context): Promise<TranslationOutcome> {
    const translation = await this.translations.find(context.organizationId, id);
    if (!translation) throw new JobInputError('The translation was deleted');
    const source = await this.content.source(translation);
    if (!source) throw new JobInputError('The space no longer exists');
    await this.translations.setSourceRevision(id, source.revision);
    const how = await this.how(translation, context.signal);
    const failures = await this.translateChanged(source, how, context);
    const { revision, corrected } = await this.place(translation, source);
    return context.complete(async () => {
      await this.units.placed(id);
      await this.translations.complete(id, context.id, revision);
      return { untranslated: untranslatedPages(await this.units.list(id), corrected), ...failures };
    });
  }

  private async how(translation: TranslationRow, signal: AbortSignal): Promise<TranslationInputs> {
    const { organizationId, sourceLanguage, language } = translation;
    const told = [await this.agents.text(organizationId), plainText(translation.instructions)];
    return {
      translation,
      terms: await this.glossary.terms(organizationId, sourceLanguage, language),
      instructions: told.filter(Boolean).join('\n\n'),
      signal,
    };
  }

  /**
   * Units that this run has translated already, before another worker took it over, count as done. Returns whether a unit failed
   * for a reason that may pass with time, or for lack of tokens.
   */
  private async translateChanged(
    source: TranslationSourceContent,
    how: TranslationInputs,
    context: Context,
  ): Promise<Pick<TranslationOutcome, 'isRetryable' | 'lacksTokens'>> {
    const { translation, terms, instructions } = how;
    const with_ = fingerprintOf(this.models.translatorName, instructions, terms);
    const known = new Map((await this.units.list(translation.id)).map((unit) => [keyOf(unit.kind, unit.unitId), unit]));
    const isDone = (unit: TranslationUnit, before: TranslationUnitRow | undefined): boolean =>
      before?.source === sourceOf(unit, with_) && before.failure === null;
    const changed = source.units.filter((unit) => !isDone(unit, known.get(keyOf(unit.kind, unit.id))));
    const own = [...known.values()].filter(({ runId, failure }) => runId === context.id && failure === null);
    const progress: TranslationProgress = {
      provider: this.models.translatorName,
      pages: { total: own.length + changed.length, done: own.length },
      words: own.reduce((sum, { words }) => sum + words, 0),
    };
    const there = new Set(source.units.map(({ kind, id }) => keyOf(kind, id)));
    await this.units.remove(
      translation.id,
      [...known.values()].filter(({ kind, unitId }) => !there.has(keyOf(kind, unitId))),
    );
    await context.report(progress);
    let failures = 0;
    const failed = { isRetryable: false, lacksTokens: false };
    const one = async (unit: TranslationUnit, document: Parameters<TranslateUnit['run']>[1]) => {
      const { transient, lacksTokens, ...texts } = await this.translate.run(unit, document, how);
      const recorded = { kind: unit.kind, unitId: unit.id, source: sourceOf(unit, with_), runId: context.id, ...texts };
      await this.units.put(translation.id, recorded);
      progress.pages.done++;
      progress.words += texts.words;
      failures = transient ? failures + 1 : 0;
      failed.isRetryable ||= transient;
      failed.lacksTokens ||= lacksTokens;
      if (failures >= mostFailures) throw new JobInputError(texts.failure!);
    };
    for (let at = 0; at < changed.length; at += atOnce) {
      const batch = changed.slice(at, at + atOnce);
      const documents = await this.content.documents(
        translation,
        batch.flatMap(({ document }) => document ?? []),
      );
      await allEnded(batch.map((unit) => one(unit, documents.get(unit.document ?? ''))));
      await context.report(progress);
    }
    return failed;
  }

  /** Answers the revision that the translated space shows then, and the pages that keep corrections of users. */
  private async place(
    translation: TranslationRow,
    source: TranslationSourceContent,
  ): Promise<Required<Pick<TranslatedSpace, 'revision'>> & Pick<TranslatedSpace, 'corrected'>> {
    const { id, sourceSpace, language } = translation;
    const result = await this.translations.claimResult(id, newId());
    const put = await this.content.put(translation, {
      space: sourceSpace,
      result,
      revision: source.revision,
      language,
      title: titleOf(source.title, language, this.models.translatorName),
      units: translatedUnits(source.units, await this.units.list(id)),
    });
    if (!put)
      throw new JobInputError('The space, or its translation, was deleted; a deleted space can be restored for 7 days');
    const { revision, corrected } = put;
    if (revision) return { revision, corrected };
    await this.units.forgetDocuments(id, put.missing);
    throw new Error(`${put.missing.length} translated documents are no longer stored`);
  }
}

/** The provider stands in the title where what it makes is no translation. */
function titleOf(source: string, language: string, provider: string): string {
  const suffix = provider === 'pseudo-localisation' ? ` (${language}, ${provider})` : ` (${language})`;
  return [...source].slice(0, 50 - suffix.length).join('') + suffix;
}

/** Waits for all, also when one fails, so that nothing goes on behind the caller's back. */
async function allEnded(work: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}
