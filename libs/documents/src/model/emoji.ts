import { emojiToName, nameToEmoji } from 'gemoji';

/**
 * Emoji are held by code: the code points in lower-case hexadecimal, joined by `-`, without the variation selector
 * (U+FE0F). Markdown names them as `:name:`; a code without a name is written `:u1f9ff:`.
 */
const withoutSelector = (emoji: string) => emoji.replaceAll('\uFE0F', '');
const codeOf = (emoji: string) =>
  [...withoutSelector(emoji)].map((char) => char.codePointAt(0)?.toString(16)).join('-');

let names: Map<string, string> | undefined;

function nameOf(code: string): string | undefined {
  names ??= new Map(Object.entries(emojiToName).map(([emoji, name]) => [codeOf(emoji), name]));
  return names.get(code);
}

const coded = /^u[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/;

/** The code of the emoji that a shortcode (without its colons) names, or undefined when it names none. */
export function emojiCode(shortcode: string): string | undefined {
  const emoji = Object.hasOwn(nameToEmoji, shortcode) ? nameToEmoji[shortcode] : undefined;
  if (emoji !== undefined) return codeOf(emoji);
  return coded.test(shortcode) ? shortcode.slice(1) : undefined;
}

/** An emoji in words: its shortcode with the colons. */
export const emojiText = (emoji: string): string => `:${emojiShortcode(codeOf(emoji))}:`;

/** The shortcode of a code, without its colons. */
export function emojiShortcode(code: string): string {
  return nameOf(code) ?? `u${code}`;
}

/** Halves of UTF-16 pairs are no characters by themselves. */
const isCharacter = (point: number): boolean => point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);

/** The characters of a code; empty when it is not a list of code points. */
export function emojiCharacters(code: string): string {
  if (!coded.test(`u${code}`)) return '';
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  return points.every(isCharacter) ? String.fromCodePoint(...points) : '';
}
