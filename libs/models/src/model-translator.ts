import { ModelError } from './model-errors';
import type { LanguageModel, Translated, TranslationRequest, Translator } from './ports';

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

  async translate(request: TranslationRequest, signal?: AbortSignal): Promise<Translated> {
    const all: Translated = { texts: [], tokens: 0 };
    for (const texts of batches(request.texts)) {
      const { texts: translated, tokens } = await this.batch({ ...request, texts }, signal);
      all.texts.push(...translated);
      all.tokens += tokens;
    }
    return all;
  }

  private async batch(
    { from, to, texts, terms, instructions }: TranslationRequest,
    signal?: AbortSignal,
  ): Promise<Translated> {
    const characters = texts.reduce((sum, text) => sum + text.length, 0);
    const used = terms.filter(({ source }) => texts.some((text) => text.toLowerCase().includes(source.toLowerCase())));
    const { value, tokens } = await this.model.ask(
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
    const translated = (value as { texts?: unknown } | null)?.texts;
    if (!Array.isArray(translated) || translated.length !== texts.length || !translated.every(isText))
      throw new ModelError('The model did not answer one translation for each text', true);
    if (translated.some((text, index) => text.length > 200 + 8 * texts[index]!.length))
      throw new ModelError('The model answered more than a translation', true);
    return { texts: translated, tokens };
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

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
