import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { anonymous, ApiError, maxAskedTranslations, translatedSpaces } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { runWithoutDeadline, type Logger } from '@bindery/observability';
import { newId } from '@bindery/persistence';
import { LOGGER } from '@bindery/service';

/** Milliseconds for which an answer is good. Later revisions of a translated space are found without asking again. */
const again = 1_000;

/** A translation, and the question for all of which nothing is known that were asked for together. */
interface TranslationQuestion {
  translation: string;
  question: Question;
}

interface Question {
  organization: string;
  translations: string[];
  /** The spaces by translation; undefined while nobody answers. */
  answer?: Promise<Map<string, string> | undefined>;
}

/** What is known of a translation. */
interface TranslatedSpace {
  /** Absent where it has made none. */
  space?: string;
}

/**
 * Knows the spaces that translations make, also while who runs translations is away, or does not answer: who was told
 * before goes on with that, and nobody waits for the same translation twice.
 */
@Injectable()
export class TranslatedSpaces {
  private readonly known = new LRUCache<string, TranslatedSpace, TranslationQuestion>({
    ...{ max: 10_000, ttl: again, allowStale: true, ignoreFetchAbort: true },
    fetchMethod: (_key, before, { context }) => this.find(context, before),
  });

  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The space that a translation of the organization has made, by the id of the translation; without those that have none,
   * and those beyond as many as one question may name.
   */
  async of(organization: string, translations: readonly string[]): Promise<Map<string, string>> {
    const wanted = [...new Set(translations)].slice(0, maxAskedTranslations);
    const question: Question = { organization, translations: [] };
    const found = await Promise.all(
      wanted.map(async (translation) => {
        const context = { translation, question };
        const { space } = (await this.known.fetch(`${organization} ${translation}`, { context })) ?? {};
        return space === undefined ? [] : [[translation, space] as const];
      }),
    );
    return new Map(found.flat());
  }

  /** Never throws: who gets no answer goes on with the one before. */
  private async find(
    { translation, question }: TranslationQuestion,
    before: TranslatedSpace = {},
  ): Promise<TranslatedSpace> {
    question.translations.push(translation);
    // Once all that belong to the question have joined it.
    question.answer ??= Promise.resolve().then(() => this.ask(question));
    const spaces = await question.answer;
    return spaces ? { space: spaces.get(translation) } : before;
  }

  private async ask({ organization, translations }: Question): Promise<Map<string, string> | undefined> {
    // The question is nobody's own: others may wait for its answer.
    const context = { requestId: newId(), operation: translatedSpaces.listTranslatedSpaces.name };
    const body = { organization, translations };
    try {
      const { spaces } = await runWithoutDeadline(context, () =>
        this.rpc.call(translatedSpaces.listTranslatedSpaces, { principal: anonymous, body }),
      );
      return new Map(spaces.map(({ translation, space }) => [translation, space]));
    } catch (error) {
      const { code, message } = ApiError.from(error);
      this.logger.warn(
        { organization, asked: translations.length, code, message },
        'Where translations are was not answered',
      );
      return undefined;
    }
  }
}
