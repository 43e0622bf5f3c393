import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ApiError, type TranslationUnit } from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import { ModelError, type Term, type TranslationResult } from '@bindery/models';
import { BudgetedModels, BudgetSpentError } from '../models/budgeted-models';
import { TranslationContentClient } from './content-client';
import { isProse, translatable, wordsIn } from './translatable';
import type { TranslationRow, TranslationUnitRow } from './translation.rows';

/** The inputs of a run besides its units. */
export interface TranslationInputs {
  translation: TranslationRow;
  terms: Term[];
  instructions: string;
  signal: AbortSignal;
}

type UnitTexts = Pick<TranslationUnitRow, 'title' | 'linkTitle' | 'document' | 'words' | 'failure'>;

interface UnitOutcome extends UnitTexts {
  /** Whether the failure may pass with time. The next units may then fail for the same reason. */
  transient: boolean;
  /** Whether the organization had no tokens left for it. */
  lacksTokens: boolean;
}

const attempts = 3;
const pause = 200;

/** Translates one page or reusable content: its titles and its document. */
@Injectable()
export class TranslateUnit {
  constructor(
    private readonly models: BudgetedModels,
    private readonly content: TranslationContentClient,
  ) {}

  /** A unit that cannot be translated is returned as it is, with the reason. */
  async run(unit: TranslationUnit, document: Document | undefined, how: TranslationInputs): Promise<UnitOutcome> {
    try {
      return { ...(await this.translated(unit, document, how)), failure: null, transient: false, lacksTokens: false };
    } catch (error) {
      const known = error instanceof ModelError || (error instanceof ApiError && error.code < 500);
      if (!known) throw error;
      const { title, linkTitle = null, document = null } = unit;
      const transient = error instanceof ModelError && error.transient;
      const lacksTokens = error instanceof BudgetSpentError;
      return { title, linkTitle, document, words: 0, failure: error.message.slice(0, 1000), transient, lacksTokens };
    }
  }

  private async translated(
    { title, linkTitle = '' }: TranslationUnit,
    document: Document | undefined,
    how: TranslationInputs,
  ): Promise<Omit<UnitTexts, 'failure'>> {
    const body = document && translatable(document);
    const titles = [title, linkTitle].filter(isProse);
    const texts = [...titles, ...(body?.texts ?? [])];
    const done = texts.length > 0 ? (await this.ask(texts, how)).texts : [];
    const rest = done.slice(titles.length);
    const next = (text: string): string => (isProse(text) ? oneLine(done.shift()!) : text);
    const [newTitle, newLinkTitle] = [next(title), next(linkTitle)];
    return {
      title: newTitle,
      linkTitle: newLinkTitle || null,
      document: body ? await this.content.store(how.translation, body.withTexts(rest)) : null,
      words: wordsIn(texts),
    };
  }

  /** Asks again for what may go well the next time. */
  private async ask(
    texts: string[],
    { translation, terms, instructions, signal }: TranslationInputs,
  ): Promise<TranslationResult> {
    const { organizationId, sourceLanguage: from, language: to } = translation;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.models.translate(organizationId, { from, to, texts, terms, instructions }, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ModelError) || !error.transient || attempt === attempts) throw error;
        await sleep(pause * attempt, undefined, { signal });
      }
    }
  }
}

/** Titles have one line, also in translation. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
