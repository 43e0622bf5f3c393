import { graphemes } from '@bindery/documents';

/** The beginning of a text, at most so many UTF-16 code units of it, and no grapheme in part unless the first is longer. */
export function beginning(text: string, length: number): string {
  if (text.length <= length) return text;
  // Where a grapheme begins, nothing decides that follows the code point there.
  const end = graphemes.segment(text.slice(0, length + 2)).containing(length)!.index;
  return end > 0 ? text.slice(0, end) : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** A text in parts that are beginnings of what is left of it; one that is empty for an empty text. */
export function partsOf(text: string, length: number): string[] {
  const parts: string[] = [];
  for (let rest = text; rest !== '' || parts.length === 0; rest = rest.slice(parts.at(-1)!.length))
    parts.push(beginning(rest, length));
  return parts;
}
