import { graphemes } from '@bindery/documents';

/** The beginning of a text, at most so many UTF-16 code units, without splitting a grapheme unless the first is longer. */
export function beginning(text: string, length: number): string {
  if (text.length <= length) return text;
  // The start of a grapheme depends on nothing after the code point there.
  const end = graphemes.segment(text.slice(0, length + 2)).containing(length)!.index;
  return end > 0 ? text.slice(0, end) : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** Splits a text into such beginnings; an empty text into one empty part. */
export function partsOf(text: string, length: number): string[] {
  const parts: string[] = [];
  for (let rest = text; rest !== '' || parts.length === 0; rest = rest.slice(parts.at(-1)!.length))
    parts.push(beginning(rest, length));
  return parts;
}
