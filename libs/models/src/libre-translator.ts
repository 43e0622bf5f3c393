import { setTimeout as sleep } from 'node:timers/promises';
import { ModelError } from './model-errors';
import type { Translated, TranslationRequest, Translator } from './ports';
import { RateLimiter } from './rate-limiter';
import { markTerms } from './terms';

export interface LibreTranslateSettings {
  url: string;
  /** Empty for servers that ask for none. */
  key: string;
  requestsPerMinute: number;
  /** Milliseconds that an answer may take. */
  timeout: number;
}

const textsAtOnce = 50;
const longestPause = 60_000;

/** Codes that LibreTranslate writes otherwise. */
const codes: Record<string, string> = { no: 'nb', zh: 'zh-Hans', yue: 'zh-Hant', 'pt-br': 'pt-BR' };
const codeOf = (language: string): string => codes[language] ?? language;

/** A LibreTranslate server. It knows no instructions; terms of the glossary are marked, and put back. */
export class LibreTranslator implements Translator {
  readonly name = 'libretranslate';
  private readonly limiter: RateLimiter;

  constructor(
    private readonly settings: LibreTranslateSettings,
    private readonly retries = 3,
  ) {
    this.limiter = new RateLimiter(settings.requestsPerMinute);
  }

  async translate({ from, to, texts, terms }: TranslationRequest, signal?: AbortSignal): Promise<Translated> {
    const translated: string[] = [];
    for (let at = 0; at < texts.length; at += textsAtOnce) {
      const marked = texts.slice(at, at + textsAtOnce).map((text) => markTerms(text, terms));
      const answered = await this.ask(
        marked.map(({ marked }) => marked),
        codeOf(from),
        codeOf(to),
        signal,
      );
      for (const [index, text] of answered.entries()) {
        const restored = marked[index]!.restore(text);
        if (restored === undefined) throw new ModelError('LibreTranslate lost a term of the glossary', false);
        translated.push(restored);
      }
    }
    return { texts: translated, tokens: 0 };
  }

  private async ask(q: string[], source: string, target: string, signal?: AbortSignal): Promise<string[]> {
    for (let attempt = 0; ; attempt++) {
      await this.limiter.turn(signal);
      try {
        return await this.once({ q, source, target, format: 'text' }, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof Retryable)) throw error;
        if (attempt === this.retries) throw new ModelError(error.message, true);
        await sleep(Math.min(longestPause, error.after ?? 500 * 2 ** attempt), undefined, { signal });
      }
    }
  }

  private async once(body: object, signal?: AbortSignal): Promise<string[]> {
    const { url, key, timeout } = this.settings;
    const deadline = AbortSignal.timeout(timeout);
    const response = await fetch(`${url}/translate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ...(key && { api_key: key }) }),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    }).catch(() => {
      throw new Retryable('LibreTranslate does not answer');
    });
    if (response.status === 429 || response.status >= 500) {
      await response.body?.cancel();
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      throw new Retryable(`LibreTranslate answered ${response.status}`, seconds >= 0 ? seconds * 1000 : undefined);
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new ModelError(`LibreTranslate answered ${response.status}`, false);
    }
    const answer: unknown = await response.json().catch(() => undefined);
    const texts = (answer as { translatedText?: unknown } | undefined)?.translatedText;
    const asked = (body as { q: string[] }).q;
    if (!Array.isArray(texts) || texts.length !== asked.length || !texts.every((text) => typeof text === 'string'))
      throw new ModelError('LibreTranslate did not answer one translation for each text', false);
    return texts;
  }
}

class Retryable extends Error {
  constructor(
    message: string,
    /** Milliseconds that the server asks to wait. */
    readonly after?: number,
  ) {
    super(message);
  }
}
