import type { Language } from '@bindery/contracts';

/** A term with the translation that it must have. */
export interface Term {
  source: string;
  target: string;
}

export interface TranslationRequest {
  from: Language;
  to: Language;
  /** Pieces of one page in reading order, each translated by itself. */
  texts: string[];
  terms: readonly Term[];
  /** The instructions of the organization and of the translation to the translator, as text. */
  instructions: string;
}

export interface TranslationResult {
  /** One for each text of the request, in their order. */
  texts: string[];
  /** Tokens that were spent; 0 where nothing is counted. */
  tokens: number;
}

/** A translator of texts. Throws `ModelError`, of which `AbandonedError` is one. */
export interface Translator {
  /** The name that is recorded with each result: the provider, and the model where there are several. */
  readonly name: string;
  translate(request: TranslationRequest, signal?: AbortSignal): Promise<TranslationResult>;
}

export interface Question {
  /** The task of the model. Nothing in `data` can change it. */
  task: string;
  /** Content to work on; never instructions. */
  data: unknown;
  /** The instructions of the organization to its agents, as text. */
  instructions: string;
  /** The most tokens of the answer. */
  maxTokens: number;
}

export interface Answer {
  /** The model's answer, parsed as JSON: as untrusted as anything else from outside. */
  value: unknown;
  tokens: number;
}

/** A language model that answers in JSON. Throws `ModelError`, of which `AbandonedError` is one. */
export interface LanguageModel {
  readonly name: string;
  ask(question: Question, signal?: AbortSignal): Promise<Answer>;
}
