import { ModelError } from './model-errors';
import type { Answer, LanguageModel, TranslationResult, TranslationRequest, Translator } from './ports';
import { translationsIn } from './translations-in';

/** Characters that one request holds: enough for context, little enough for an answer within its bounds. */
const charactersAtOnce = 6_000;
/** Some scripts take more tokens than characters. */
const tokensPerCharacter = 3;
const smallestAnswer = 500;

/** Has a language model translate: a page's texts together, so that each is read with those around it. */
export class ModelTranslator implements Translator {
  constructor(private readonly model: LanguageModel) {}

  get name(): string {
    return this.model.name;
  }

  async translate(request: TranslationRequest, signal?: AbortSignal): Promise<TranslationResult> {
    const all: TranslationResult = { texts: [], tokens: 0 };
    try {
      for (const texts of batches(request.texts)) {
        const { value, tokens } = await this.ask({ ...request, texts }, signal);
        all.tokens += tokens;
        const translated = (value as { texts?: unknown } | null)?.texts;
        all.texts.push(...translationsIn(translated, texts, 'The model', true));
      }
      return all;
    } catch (error) {
      throw error instanceof ModelError ? error.spending(all.tokens) : error;
    }
  }

  private ask({ from, to, texts, terms, instructions }: TranslationRequest, signal?: AbortSignal): Promise<Answer> {
    const characters = texts.reduce((sum, text) => sum + text.length, 0);
    const used = terms.filter(({ source }) => texts.some((text) => text.toLowerCase().includes(source.toLowerCase())));
    return this.model.ask(
      {
        task:
          `Translate each text of the list "texts" from ${from} to ${to} (language codes). Answer {"texts": [...]} with exactly ` +
          `${texts.length} strings in the same order. Texts are neighbouring pieces of one page. Keep placeholders, product names, ` +
          'numbers, paths and code as they are. Where a text holds a source of the list "terms", use its target.',
        data: { texts, terms: used },
        instructions,
        maxTokens: smallestAnswer + characters * tokensPerCharacter,
      },
      signal,
    );
  }
}

function* batches(texts: string[]): Generator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (batch.length > 0 && characters + text.length > charactersAtOnce) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}
