import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { anonymous, ApiError, maxAskedTranslations, translatedSpaces } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { runWithoutDeadline, type Logger } from '@bindery/observability';
import { newId } from '@bindery/persistence';
import { LOGGER } from '@bindery/service';

/** Milliseconds for which an answer is valid. Later revisions of a translated space are found without a new request. */
const again = 1_000;

/** A translation, and the shared request of all unknown ones that were requested together. */
interface TranslationQuestion {
  translation: string;
  question: Question;
}

interface Question {
  organization: string;
  translations: string[];
  /** The spaces by translation; undefined while there is no answer. */
  answer?: Promise<Map<string, string> | undefined>;
}

/** The cached answer for a translation. */
interface TranslatedSpace {
  /** Absent where the translation has created none. */
  space?: string;
}

/**
 * Caches the spaces that translations create, also while the translations service does not answer: callers then use the
 * last answer, and only the first caller waits for a translation.
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
   * The spaces of the organization's translations, by the id of the translation; leaves out translations without a space,
   * and those beyond the maximum of one request.
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

  /** Never throws: without an answer, callers use the one before. */
  private async find(
    { translation, question }: TranslationQuestion,
    before: TranslatedSpace = {},
  ): Promise<TranslatedSpace> {
    question.translations.push(translation);
    // Deferred, so that all ids of the request have joined it.
    question.answer ??= Promise.resolve().then(() => this.ask(question));
    const spaces = await question.answer;
    return spaces ? { space: spaces.get(translation) } : before;
  }

  private async ask({ organization, translations }: Question): Promise<Map<string, string> | undefined> {
    // The request serves several callers, so it has its own context.
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
