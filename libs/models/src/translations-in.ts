import { ModelError } from './model-errors';

/** A translation is no longer than so many times its text, and so many characters besides. */
const growth = 8;
const shortest = 200;

/**
 * Reads the answer of the translator `who`: one translation for each text, with no characters that a document may not hold. Throws `ModelError`,
 * `transient` where another answer to the same may be better.
 */
export function translationsIn(answered: unknown, texts: readonly string[], who: string, transient: boolean): string[] {
  if (!Array.isArray(answered) || answered.length !== texts.length || !answered.every(isText))
    throw new ModelError(`${who} did not return one translation for each text`, transient);
  if (answered.some((text, index) => text.length > shortest + growth * texts[index]!.length))
    throw new ModelError(`${who} returned more than a translation`, transient);
  return answered;
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.isWellFormed() && !value.includes('\0');
