import { ConfigError, integer, oneOf, text, type ConfigOf } from '@bindery/config';
import { LibreTranslator } from './libre-translator';
import { ModelTranslator } from './model-translator';
import { OpenAIModel } from './openai-model';
import type { LanguageModel, Translator } from './ports';
import { PseudoTranslator } from './pseudo-translator';

export const modelSettings = {
  MODEL_URL: text('the address of an OpenAI-compatible server, such as https://api.example.com/v1; empty for none', ''),
  MODEL_KEY: text("the model server's key", ''),
  MODEL_NAME: text('the model to ask there', ''),
  MODEL_REQUESTS_PER_MINUTE: integer('the most requests a minute of one process to each model server', 60),
  MODEL_TIMEOUT_SECONDS: integer('the seconds that a model may take for an answer', 120),
  MODEL_TOKENS_PER_MONTH: integer('the most tokens that one organization may spend in a calendar month', 5_000_000),
  TRANSLATION_PROVIDER: oneOf(['offline', 'libretranslate', 'model'], 'what translates', 'offline'),
  LIBRETRANSLATE_URL: text('the address of a LibreTranslate server', ''),
  LIBRETRANSLATE_KEY: text("the LibreTranslate server's key", ''),
};

export type ModelConfig = ConfigOf<typeof modelSettings>;

export interface Models {
  translator: Translator;
  /** Absent where no model server is set up: what it would do is then done without. */
  model?: LanguageModel;
  tokensPerMonth: number;
}

/** The models that the settings name. Throws where one lacks what it needs. */
export function openModels(config: ModelConfig): Models {
  const limits = {
    requestsPerMinute: Math.max(1, config.MODEL_REQUESTS_PER_MINUTE),
    timeout: Math.max(1, config.MODEL_TIMEOUT_SECONDS) * 1000,
  };
  const { MODEL_URL: url, MODEL_KEY: key, MODEL_NAME: name } = config;
  if (url && !name) throw new ConfigError(['MODEL_NAME is missing: MODEL_URL needs the model to ask there']);
  const model = url ? new OpenAIModel({ url: addressOf('MODEL_URL', url), key, model: name, ...limits }) : undefined;
  const translator = translatorOf(config, model, limits);
  return { translator, ...(model && { model }), tokensPerMonth: config.MODEL_TOKENS_PER_MONTH };
}

function translatorOf(
  { TRANSLATION_PROVIDER: provider, LIBRETRANSLATE_URL: url, LIBRETRANSLATE_KEY: key }: ModelConfig,
  model: LanguageModel | undefined,
  limits: { requestsPerMinute: number; timeout: number },
): Translator {
  if (provider === 'offline') return new PseudoTranslator();
  if (provider === 'libretranslate')
    return new LibreTranslator({ url: addressOf('LIBRETRANSLATE_URL', url), key, ...limits });
  if (!model) throw new ConfigError(['MODEL_URL is missing: TRANSLATION_PROVIDER is model']);
  return new ModelTranslator(model);
}

function addressOf(setting: string, value: string): string {
  if (!URL.canParse(value)) throw new ConfigError([`${setting} must be an address`]);
  return value.replace(/\/+$/, '');
}
