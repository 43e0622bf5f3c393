import { slug } from 'github-slugger';
import { slugify } from 'transliteration';

/** `й` is spelled as GitBook spells it; the transliteration has another letter for it. */
const spellings: [string, string][] = [
  ['&', ' and '],
  ['й', 'i'],
  ['Й', 'I'],
];

/** Text that is only divided into words: it costs a tenth of a transliteration. */
const plain = /^[\x20-\x7e]*$/;

/**
 * The anchor of a heading as GitBook makes it, seen in links and files that it wrote: letters of other scripts are
 * transliterated, `&` is a word, dots and underscores stay, and a digit does not come first. Blockers of advertisements hide
 * elements whose id has the word `ad`, so GitBook divides it. Empty for a text without letters and digits.
 */
export function gitbookAnchor(text: string): string {
  const words = plain.test(text) ? dashed(text) : slugify(text.normalize('NFC'), { replace: spellings });
  const divided = words.replace(/(?<![a-z0-9_])ad(?=s?(?![a-z0-9_]))/g, 'a-d');
  return /^\d/.test(divided) ? `id-${divided}` : divided;
}

/** The result of `slugify` for a text without characters to transliterate. */
const dashed = (text: string): string =>
  text
    .replaceAll('&', ' and ')
    .toLowerCase()
    .replace(/[^a-z0-9_.~]+/g, '-')
    .replace(/^-|-$/g, '');

/** Other forms in which links name a heading: that of GitHub, and that of GitBook (which is given) without dots. */
export function otherAnchors(text: string, anchor: string): string[] {
  const undotted = anchor.replace(/[.-]+/g, '-').replace(/^-|-$/g, '');
  return [slug(text), undotted].filter(Boolean);
}
