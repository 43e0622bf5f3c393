import type { Language } from '@bindery/contracts';

/** A dictionary without stems: words match as they are written, or as prefixes. */
export const plain = 'simple';

/** Languages for which Postgres has a stemmer, by the name of its dictionary. */
const stemmers: Partial<Record<Language, string>> = {
  ar: 'arabic_stem',
  da: 'danish_stem',
  nl: 'dutch_stem',
  en: 'english_stem',
  fi: 'finnish_stem',
  fr: 'french_stem',
  de: 'german_stem',
  el: 'greek_stem',
  hi: 'hindi_stem',
  hu: 'hungarian_stem',
  id: 'indonesian_stem',
  it: 'italian_stem',
  lt: 'lithuanian_stem',
  no: 'norwegian_stem',
  pt: 'portuguese_stem',
  'pt-br': 'portuguese_stem',
  ro: 'romanian_stem',
  ru: 'russian_stem',
  es: 'spanish_stem',
  sv: 'swedish_stem',
  tr: 'turkish_stem',
};

/**
 * The dictionary for a space's language. A space without one counts as English; because words are also indexed as they
 * are written, a wrong guess only finds a few inflected forms more or less.
 */
export const dictionaryOf = (language: Language | null): string =>
  language ? (stemmers[language] ?? plain) : stemmers.en!;

const withCompounds = new Set([
  'danish_stem',
  'dutch_stem',
  'finnish_stem',
  'german_stem',
  'hungarian_stem',
  'norwegian_stem',
  'swedish_stem',
]);

/** Whether the language writes compounds as one word. */
export const hasCompounds = (dictionary: string): boolean => withCompounds.has(dictionary);
