import { findLiterals } from './literals';

const alphanumeric = /[\p{L}\p{N}]/u;

/** Where a piece of text stands, as far as its escaping depends on it. */
interface TextPlace {
  /** The text starts a line of its block. */
  lineStart: boolean;
  /** Nothing follows the text on its line. */
  lineEnd: boolean;
}

/**
 * Escapes one line of text so that Markdown reads it as exactly these characters. Characters at the edges are treated
 * as if anything could stand next to them.
 */
export function escapeLine(line: string, place: TextPlace): string {
  const starts = emojiStarts(place.lineEnd ? line : `${line}:`);
  for (const scheme of line.matchAll(/https?(?=:\/\/)/gi)) starts.add(scheme.index + scheme[0].length);
  let result = '';
  for (let index = 0; index < line.length; index++) {
    const char = line.charAt(index);
    result += starts.has(index) || needsEscape(char, line, index) ? `\\${char}` : char;
  }
  result = result.replaceAll('\0', '\uFFFD');
  if (place.lineStart) result = escapeStart(result);
  if (place.lineEnd) result = result.replace(/[ \t]$/, encode);
  return result;
}

/**
 * The colons that would start an emoji. An escaped colon leaves the one behind it free to start another (`:a:b:`), so
 * that a text is looked at until nothing in it means anything.
 */
function emojiStarts(text: string): Set<number> {
  const starts = new Set<number>();
  const find = () => findLiterals(text, false, starts);
  for (let found = find(); found.length > 0; found = find()) for (const { start } of found) starts.add(start);
  return starts;
}

function needsEscape(char: string, line: string, index: number): boolean {
  const next = line.charAt(index + 1);
  const previous = line.charAt(index - 1);
  switch (char) {
    case '\\':
    case '`':
    case '*':
    case '[':
    case ']':
      return true;
    case '_':
      return !(alphanumeric.test(previous) && alphanumeric.test(next));
    case '<':
      return next === '' || /[A-Za-z/!?]/.test(next);
    case '&':
      return next === '' || /[A-Za-z0-9#]/.test(next);
    case '~':
    case '$':
      return next === '' || previous === '' || next === char || previous === char;
    case '!':
    case '{':
      return next === '' || (char === '{' && next === '%');
    default:
      return false;
  }
}

/** Escapes what has a meaning only where a line starts: headings, lists, quotes, rules, tables, spaces. */
function escapeStart(line: string): string {
  const spaced = line.replace(/^[ \t]/, encode);
  if (/^(?:>|#(?=#{0,5}(?:\s|$))|=(?==*\s*$)|[+-](?=[\s-]|$)|-(?=[|:])|[|:](?=[\s|:-]|$))/.test(spaced))
    return `\\${spaced}`;
  return spaced.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

function encode(space: string): string {
  return space === ' ' ? '&#x20;' : '&#x9;';
}

/** The destination of a Markdown link or picture. */
export function formatUrl(url: string): string {
  const clean = url.replace(/[\r\n]/g, (char) => (char === '\n' ? '%0A' : '%0D')).replaceAll('\0', '%00');
  if (clean !== '' && !/[\s<>()\\&\u0000-\u001F\u007F]/.test(clean)) return clean;
  return `<${clean.replace(/[<>\\]/g, '\\$&').replace(/&(?=[A-Za-z0-9#])/g, '&#x26;')}>`;
}

/** The title of a Markdown link. */
export function formatTitle(title: string): string {
  return `"${title
    .replace(/["\\]/g, '\\$&')
    .replace(/&(?=[A-Za-z0-9#])/g, '&#x26;')
    .replace(/\r\n?|\n/g, '&#xA;')}"`;
}

/** A code span; undefined when the text cannot stand in one. */
export function formatCodeSpan(code: string): string | undefined {
  if (code === '' || /[\r\n\0]/.test(code)) return undefined;
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const spaced = code.startsWith(' ') && code.endsWith(' ') && /[^ ]/.test(code);
  const pad = spaced || code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return fence + pad + code + pad + fence;
}
