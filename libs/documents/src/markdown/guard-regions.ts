import { htmlBlockNames } from 'micromark-util-html-tag-name';

/** Lines that are no text together: the rows of a table, or HTML up to a blank line. */
interface Region {
  kind: 'table' | 'html';
  quotes: number;
  /** The least indentation of its lines. */
  column: number;
}

const prefix = /^(?:[ \t]{0,3}>)*/;
const blank = /^[ \t>]*$/;
const markers = /^(?:[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+)*/;
/** An item that a paragraph surely ends before (CommonMark 0.31, section 5.3). */
const interrupting = /^(?:[-+*]|1[.)])[ \t]/;
const html = new RegExp(`^ {0,3}</?(?:pre|${htmlBlockNames.join('|')})(?=[\\s>]|/>|$)`, 'i');
const delimiters = /^ {0,3}(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** Lines that end a table, or may do so. */
const endsTable =
  /^[ \t]*(?:(?:[-+*]|\d+[.)])(?:[ \t]|$)|#{1,6}(?:[ \t]|$)|\{%|<|`{3}|~{3}|\${2}|\[\^|([-*_])(?:[ \t]*\1){2,}[ \t]*$)/;
/** HTML and math that go on over blank lines: what looks like a table or HTML in them is none. */
const endless: [start: RegExp, end: RegExp][] = [
  [/^[ \t>]*<(?:pre|script|style|textarea)(?=[\s>]|$)/i, /<\/(?:pre|script|style|textarea)>/i],
  [/^[ \t>]*<(?:!--|\?|!\[|![A-Z])/i, /-->|\?>|\]\]>|^[ \t>]*<![A-Z][^>]*>/i],
  [/^[ \t>]*\${2,}[^$]*$/, /^[ \t>]*\${2,}[ \t]*$/],
];

/**
 * Follows the lines of a Markdown source, and tells which are surely in a table or in HTML. Each cell of a table is a text of
 * its own, and HTML is none, so that neither has to be cut in two.
 */
export class Regions {
  private region: Region | undefined;
  private before = '';
  private isFirst = true;
  /** The end of what goes on over blank lines, and whether that was met since. */
  private end: RegExp | undefined;
  private isEnding = false;

  /** Whether a line goes on with a table or HTML. */
  continues(line: string): boolean {
    this.followEndless(line);
    const quotes = prefix.exec(line)![0];
    const rest = line.slice(quotes.length);
    if (!this.holds(line, countOf('>', quotes), rest)) this.region = this.begin(line, quotes, rest);
    const isInside = this.region !== undefined;
    this.isFirst = blank.test(this.before);
    this.before = line;
    return isInside;
  }

  private followEndless(line: string): void {
    if (this.end) this.isEnding ||= this.end.test(line);
    else {
      const [, end] = endless.find(([start]) => start.test(line)) ?? [];
      this.end = end;
      // The sign that opens math is that which ends it.
      this.isEnding = !line.includes('$$') && Boolean(end?.test(line));
    }
    if (this.isEnding && blank.test(line)) this.end = undefined;
  }

  get isHtml(): boolean {
    return this.region?.kind === 'html';
  }

  private holds(line: string, quotes: number, rest: string): boolean {
    const { region } = this;
    if (!region || region.quotes !== quotes || blank.test(line)) return false;
    if (/^[ \t]*\{%/.test(rest)) return false;
    return rest.search(/\S/) >= region.column && (region.kind === 'html' || !endsTable.test(rest));
  }

  private begin(line: string, quotes: string, rest: string): Region | undefined {
    const depth = countOf('>', quotes);
    const inItem = markers.exec(rest)![0].length;
    const column = inItem + rest.slice(inItem).search(/\S/);
    if (this.end && !endless[0]![0].test(line)) return undefined;
    const isBegun = inItem === 0 || blank.test(this.before) || interrupting.test(rest);
    if (isBegun && html.test(rest.slice(inItem))) return { kind: 'html', quotes: depth, column };
    return this.isFirst && this.isHead(quotes, rest) ? { kind: 'table', quotes: depth, column } : undefined;
  }

  /** Whether the line before is the head of a table that this one makes: the first of its block, and as wide. */
  private isHead(quotes: string, rest: string): boolean {
    const head = this.before.slice(quotes.length);
    const isBeside = this.before.startsWith(quotes) && !endsTable.test(head) && /^ {0,3}[^\s>]/.test(head);
    return isBeside && delimiters.test(rest) && !endsTable.test(rest) && cellsIn(head) === cellsIn(rest);
  }
}

const countOf = (sign: string, text: string): number => text.split(sign).length - 1;

function cellsIn(row: string): number {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.replace(/\\./g, '').split('|').length;
}
