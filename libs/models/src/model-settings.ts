import { address, ConfigError, integer, oneOf, text, type ConfigOf } from '@bindery/config';
import { LibreTranslator } from './libre-translator';
import { ModelTranslator } from './model-translator';
import { OpenAIModel } from './openai-model';
import type { LanguageModel, Translator } from './ports';
import { PseudoTranslator } from './pseudo-translator';

export const modelSettings = {
  MODEL_URL: address('the URL of an OpenAI-compatible server, such as https://api.example.com/v1', ''),
  MODEL_KEY: text('the key of the model server', ''),
  MODEL_NAME: text('the name of the model to ask at MODEL_URL', ''),
  MODEL_REQUESTS_PER_MINUTE: integer(
    'the maximum number of requests per minute of one process to a model server or translator',
    60,
    1,
  ),
  MODEL_TIMEOUT_SECONDS: integer('the seconds that a model server or translator may take for an answer', 120, 1),
  MODEL_TOKENS_PER_MONTH: integer(
    'the maximum number of tokens that one organization may use in a calendar month (UTC)',
    5_000_000,
  ),
  TRANSLATION_PROVIDER: oneOf(
    ['offline', 'libretranslate', 'model'],
    'the translator: offline is pseudo-localisation, not a real translation; model uses MODEL_URL',
    'offline',
  ),
  LIBRETRANSLATE_URL: address('the URL of a LibreTranslate server, such as http://translate.internal:5000', ''),
  LIBRETRANSLATE_KEY: text('the key of the LibreTranslate server', ''),
};

type ModelConfig = ConfigOf<typeof modelSettings>;

export interface Models {
  translator: Translator;
  /** Absent where no model server is set up: what it would do is then done without. */
  model?: LanguageModel;
  tokensPerMonth: number;
}

/** The models that the settings name. Throws where one lacks what it needs. */
export function openModels(config: ModelConfig): Models {
  const limits = {
    requestsPerMinute: config.MODEL_REQUESTS_PER_MINUTE,
    timeout: config.MODEL_TIMEOUT_SECONDS * 1000,
  };
  const { MODEL_URL: url, MODEL_KEY: key, MODEL_NAME: name } = config;
  if (url && !name) throw new ConfigError(['MODEL_NAME is missing: set it to the model to ask at MODEL_URL']);
  const model = url ? new OpenAIModel({ url, key, model: name, ...limits }) : undefined;
  const translator = translatorOf(config, model, limits);
  return { translator, ...(model && { model }), tokensPerMonth: config.MODEL_TOKENS_PER_MONTH };
}

function translatorOf(
  { TRANSLATION_PROVIDER: provider, LIBRETRANSLATE_URL: url, LIBRETRANSLATE_KEY: key }: ModelConfig,
  model: LanguageModel | undefined,
  limits: { requestsPerMinute: number; timeout: number },
): Translator {
  if (provider === 'offline') return new PseudoTranslator();
  if (provider === 'libretranslate') {
    if (!url) throw new ConfigError(['LIBRETRANSLATE_URL is missing: set it to the URL of a LibreTranslate server']);
    return new LibreTranslator({ url, key, ...limits });
  }
  if (!model)
    throw new ConfigError(['MODEL_URL is missing: set it to the URL of the server for TRANSLATION_PROVIDER=model']);
  return new ModelTranslator(model);
}
