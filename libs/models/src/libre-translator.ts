import { cappedFetch } from './capped-fetch';
import { BusyError, ModelError, retryAfter, throwIfAbandoned } from './model-errors';
import type { TranslationResult, TranslationRequest, Translator } from './ports';
import { RateLimiter } from './rate-limiter';
import { markTerms } from './terms';
import { translationsIn } from './translations-in';

interface LibreTranslateSettings {
  url: string;
  /** Empty for servers that ask for none. */
  key: string;
  requestsPerMinute: number;
  /** Milliseconds that an answer may take. */
  timeout: number;
}

const textsAtOnce = 50;

/** Codes that LibreTranslate writes otherwise. */
const codes: Record<string, string> = { no: 'nb', zh: 'zh-Hans', yue: 'zh-Hant', 'pt-br': 'pt-BR' };
const codeOf = (language: string): string => codes[language] ?? language;

/** A LibreTranslate server. It knows no instructions; terms of the glossary are marked, and put back. */
export class LibreTranslator implements Translator {
  readonly name = 'libretranslate';
  private readonly limiter: RateLimiter;
  private readonly fetch = cappedFetch();

  constructor(
    private readonly settings: LibreTranslateSettings,
    retries = 3,
  ) {
    this.limiter = new RateLimiter(settings.requestsPerMinute, retries);
  }

  async translate({ from, to, texts, terms }: TranslationRequest, signal?: AbortSignal): Promise<TranslationResult> {
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

  private ask(q: string[], source: string, target: string, signal?: AbortSignal): Promise<string[]> {
    return this.limiter.run(() => this.once({ q, source, target, format: 'text' }, signal), signal);
  }

  private async once(body: { q: string[] } & Record<string, unknown>, signal?: AbortSignal): Promise<string[]> {
    const { url, key, timeout } = this.settings;
    const deadline = AbortSignal.timeout(timeout);
    const response = await this.fetch(`${url}/translate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ...(key && { api_key: key }) }),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    }).catch(() => {
      if (deadline.aborted) throw tooSlow();
      throw new BusyError('LibreTranslate does not answer');
    });
    if (response.status === 429 || response.status >= 500) {
      await response.body?.cancel();
      throw new BusyError(`LibreTranslate answered ${response.status}`, retryAfter(response.headers));
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new ModelError(`LibreTranslate answered ${response.status}`, false);
    }
    const answer: unknown = await response.json().catch((error: unknown) => {
      throwIfAbandoned(signal);
      if (deadline.aborted) throw tooSlow();
      throw error instanceof ModelError ? error : new ModelError("LibreTranslate's answer cannot be read", true);
    });
    const translated = (answer as { translatedText?: unknown } | null)?.translatedText;
    return translationsIn(translated, body.q, 'LibreTranslate', false);
  }
}

const tooSlow = (): ModelError => new ModelError('LibreTranslate took too long to answer', true);
