import { inline, leaf, text } from '../model/build';
import type { ReadContext } from '../model/context';
import { emojiCode } from '../model/emoji';
import type { InlineBuilder } from '../model/inline-builder';
import type { Mark } from '../model/model';

/** The markup in plain text: `:emoji:` and bare URLs (GFM, extended autolinks, `http` and `https`). */
const shortcode = /:([a-z0-9_+-]{1,60}):/gi;
const shortcodeOrUrl = /:([a-z0-9_+-]{1,60}):|https?:\/\/[^\s<]{1,2000}/gi;
const domain = /^https?:\/\/[a-z0-9_-]+(?:\.[a-z0-9_-]+)*(?=[/:?#]|$)/i;

interface Literal {
  start: number;
  end: number;
  emoji?: string;
  url?: string;
}

/** The emoji and, where asked for, the URLs in a text, in order; `escaped` are offsets at which nothing may mean anything. */
export function findLiterals(value: string, urls: boolean, escaped: ReadonlySet<number> = none): Literal[] {
  if (!value.includes(':')) return [];
  const found: Literal[] = [];
  const candidate = urls ? shortcodeOrUrl : shortcode;
  candidate.lastIndex = 0;
  for (let match = candidate.exec(value); match; match = candidate.exec(value)) {
    const literal = literalOf(value, match, urls);
    const colon = match[1] === undefined ? value.indexOf(':', match.index) : match.index;
    if (literal && !escaped.has(colon) && !escaped.has(literal.end - 1)) {
      found.push(literal);
      candidate.lastIndex = literal.end;
    } else candidate.lastIndex = colon + 1;
  }
  return found;
}

const none: ReadonlySet<number> = new Set();

function literalOf(value: string, match: RegExpExecArray, urls: boolean): Literal | undefined {
  const start = match.index;
  const emoji = match[1] === undefined ? undefined : emojiCode(match[1]);
  if (emoji !== undefined) return { start, end: start + match[0].length, emoji };
  const url = urls && match[1] === undefined && startsLink(value, start) ? trimUrl(match[0]) : '';
  return domain.test(url) ? { start, end: start + url.length, url } : undefined;
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

/** With the spaces and tabs around it, searched for from the first of those before it only. */
const lineEnd = /(?:(?<![ \t])[ \t]+)?\n[ \t]*/g;

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
  const plain = value.replace(lineEnd, ' ');
  const urls = context !== undefined;
  let literals = findLiterals(plain, urls);
  if (literals.length > 0 && source.length !== value.length)
    literals = findLiterals(plain, urls, escapedOffsets(plain, source));
  let at = 0;
  for (const literal of literals) {
    builder.add(plain.slice(at, literal.start), marks);
    at = literal.end;
    if (literal.emoji !== undefined) builder.push(inline('emoji', { code: literal.emoji }));
    else if (literal.url !== undefined && context) {
      builder.push(inline('link', { ref: context.refOf(literal.url, 'link') }, [text(leaf(literal.url, marks))]));
    }
  }
  builder.add(plain.slice(at), marks);
}

/** The offsets in a text at which its source has an escape or a character reference. */
function escapedOffsets(value: string, source: string): Set<number> {
  const offsets = new Set<number>();
  let at = 0;
  for (let index = 0; index < value.length; index++, at++) {
    if (source.charAt(at) === '\\' && source.charAt(at + 1) === value.charAt(index) && value.charAt(index) !== '\\') {
      offsets.add(index);
      at++;
    } else if (source.charAt(at) === '\\' && source.charAt(at + 1) === '\\') at++;
    else if (source.charAt(at) === '&' && /^&(?:#\w+|\w+);/.test(source.slice(at, at + 40))) {
      offsets.add(index);
      at = source.indexOf(';', at);
    } else if (value.charAt(index) === ' ') at += lineEndAt(source, at);
  }
  return offsets;
}

/** The length, less one, of a line end with the spaces and quote signs around it; 0 where there is none. */
function lineEndAt(source: string, at: number): number {
  const run = /^[ \t]*\n[ \t>]*/.exec(source.slice(at, at + 200))?.[0].length ?? 1;
  return run - 1;
}
