import { inline, leaf, text } from '../model/build';
import type { ReadContext } from '../model/context';
import { emojiCode } from '../model/emoji';
import type { InlineBuilder } from '../model/inline-builder';
import type { Mark } from '../model/model';

/** What plain text means beyond its characters: `:emoji:` and bare URLs (GFM, extended autolinks, `http` and `https`). */
const candidate = /:([a-z0-9_+-]{1,60}):|https?:\/\/[^\s<]+/gi;
const domain = /^https?:\/\/[a-z0-9_-]+(?:\.[a-z0-9_-]+)*(?=[/:?#]|$)/i;

export interface Literal {
  start: number;
  end: number;
  emoji?: string;
  url?: string;
}

/** The emoji and URLs in a text, in order. `before` is the character that stands before the text. */
export function findLiterals(value: string): Literal[] {
  if (!value.includes(':')) return [];
  const found: Literal[] = [];
  candidate.lastIndex = 0;
  for (let match = candidate.exec(value); match; match = candidate.exec(value)) {
    const start = match.index;
    const code = match[1] === undefined ? undefined : emojiCode(match[1]);
    if (code !== undefined) found.push({ start, end: start + match[0].length, emoji: code });
    else if (match[1] !== undefined) candidate.lastIndex = start + 1;
    else {
      const url = startsLink(value, start) ? trimUrl(match[0]) : '';
      if (domain.test(url)) found.push({ start, end: start + url.length, url });
      candidate.lastIndex = start + Math.max(url.length, 7);
    }
  }
  return found;
}

function startsLink(value: string, at: number): boolean {
  return at === 0 || /[\s*_~(]/.test(value.charAt(at - 1));
}

/** Punctuation at the end does not belong to a URL, nor does a `)` that nothing in it opens. */
function trimUrl(url: string): string {
  let end = url.length;
  let opened = 0;
  for (const char of url) opened += char === '(' ? 1 : char === ')' ? -1 : 0;
  for (; end > 0; end--) {
    const last = url.charAt(end - 1);
    if (last === ')' && opened < 0) opened++;
    else if (!/[?!.,:*_~'"]/.test(last)) break;
  }
  return url.slice(0, end);
}

/**
 * Adds a text of a Markdown tree, taking the literals in it for what they mean. `source` is where the text stands
 * in the page: a literal with an escaped character in it is plain text.
 */
export function addText(
  value: string,
  source: string,
  marks: Mark[],
  builder: InlineBuilder,
  context: ReadContext | undefined,
): void {
  const plain = value.replace(/[ \t]*\n[ \t]*/g, ' ');
  const literals = findLiterals(plain);
  if (literals.length === 0) return builder.add(plain, marks);
  const escaped = source.length === value.length ? undefined : escapedOffsets(plain, source);
  let at = 0;
  for (const literal of literals) {
    if (escaped?.some((offset) => offset >= literal.start && offset < literal.end)) continue;
    if (literal.url !== undefined && !context) continue;
    builder.add(plain.slice(at, literal.start), marks);
    at = literal.end;
    if (literal.emoji !== undefined) builder.push(inline('emoji', { code: literal.emoji }));
    else if (context)
      builder.push(
        inline('link', { ref: context.refOf(literal.url ?? '', 'link') }, [text(leaf(literal.url ?? '', marks))]),
      );
  }
  builder.add(plain.slice(at), marks);
}

/** The offsets in a text at which its source has an escape or a character reference. */
function escapedOffsets(value: string, source: string): number[] {
  const offsets: number[] = [];
  let at = 0;
  for (let index = 0; index < value.length; index++, at++) {
    if (source.charAt(at) === '\\' && source.charAt(at + 1) === value.charAt(index) && value.charAt(index) !== '\\') {
      offsets.push(index);
      at++;
    } else if (source.charAt(at) === '\\' && source.charAt(at + 1) === '\\') at++;
    else if (source.charAt(at) === '&' && /^&(?:#\w+|\w+);/.test(source.slice(at, at + 40))) {
      offsets.push(index);
      at = source.indexOf(';', at);
    } else if (/\s/.test(value.charAt(index))) {
      while (/[\s>]/.test(source.charAt(at + 1)) && !/\s/.test(value.charAt(index + 1))) at++;
    }
  }
  return offsets;
}
