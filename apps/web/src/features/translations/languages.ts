import type { BodyOf } from '../../api/contracts';

export type Language = BodyOf<'createTranslation'>['language'];

/** The codes of the languages that content may have. */
const codes = {
  en: 0,
  fr: 0,
  de: 0,
  es: 0,
  it: 0,
  pt: 0,
  'pt-br': 0,
  ru: 0,
  ja: 0,
  zh: 0,
  yue: 0,
  ko: 0,
  ar: 0,
  hi: 0,
  nl: 0,
  pl: 0,
  tr: 0,
  sv: 0,
  no: 0,
  da: 0,
  fi: 0,
  el: 0,
  cs: 0,
  hu: 0,
  ro: 0,
  th: 0,
  vi: 0,
  id: 0,
  ms: 0,
  he: 0,
  uk: 0,
  sk: 0,
  bg: 0,
  hr: 0,
  lt: 0,
  lv: 0,
  et: 0,
  sl: 0,
} satisfies Record<Language, 0>;
const names = new Intl.DisplayNames('en', { type: 'language' });

export const nameOfLanguage = (code: string): string => names.of(code) ?? code;
export const languageOptions = Object.keys(codes)
  .map((value) => ({ value, label: nameOfLanguage(value) }))
  .sort((a, b) => a.label.localeCompare(b.label));
