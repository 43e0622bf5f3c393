import { maximumContainers } from '../model/limits';
import { Regions } from './guard-regions';

/**
 * How many characters that may have a meaning one text may hold before it is cut in two: the parser's work on a text
 * grows with the square of their number. A text ends at a blank line, a heading or a list item; where the source only
 * looks like such an end (a table row, a numbered line), a cut comes later.
 */
const maximumMarks = 2_000;
const maximumDoubtfulMarks = 20_000;
/** Consecutive lines of plain text, for the same reason. */
const maximumLines = 1_000;
const maximumFootnotes = 1_000;

const isMark = new Uint8Array(128);
for (const mark of '!"$&*<[\\]_`{~') isMark[mark.charCodeAt(0)] = 1;

const fenceOpen = /^(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})/;
const marker = /[ \t]*(?:(>)|([-+*]|\d{1,9}[.)])(?=[ \t]|$))/y;
const startsBlock = /^[ \t]*(?:[-+*] |#{1,6} |\{%)/;

/**
 * Rewrites the few places of a Markdown source that would make parsing take more than linear time: containers nested
 * beyond `maximumContainers` lose their meaning (their markers are escaped), and texts of nothing but marks, or
 * without an end, get a blank line now and then. Any page written for readers comes back as it was.
 */
export function guardSource(source: string): string {
  return isHarmless(source) ? source : new Guard().rewrite(source);
}

/** Most pages have neither crowded texts nor deep nesting, as one look at each character shows. */
function isHarmless(source: string): boolean {
  let marks = 0;
  let lines = 0;
  let indent = 0;
  let blank = true;
  for (let index = 0; index < source.length; index++) {
    const code = source.charCodeAt(index);
    if (code === 10) {
      if (blank) marks = lines = 0;
      else lines++;
      blank = true;
      indent = 0;
      if (marks > maximumMarks || lines > maximumLines) return false;
    } else if (blank && (code === 32 || code === 9)) {
      if (++indent > maximumContainers * 2) return false;
    } else {
      blank = false;
      if (code < 128 && isMark[code] === 1) marks++;
    }
  }
  if (marks > maximumMarks || /(?:(?:>|[-+*]|\d[.)])[ \t]?){12}/.test(source)) return false;
  return countOf('[^', source) <= maximumFootnotes;
}

function countOf(piece: string, source: string): number {
  let count = 0;
  for (let at = source.indexOf(piece); at >= 0; at = source.indexOf(piece, at + piece.length)) count++;
  return count;
}

/** Where in a source the offsets of its rewritten form are: a rewritten source has more characters, and no others. */
export function placesIn(source: string, rewritten: string): (offset: number) => number {
  const added: number[] = [];
  for (let index = 0, at = 0; index < rewritten.length; index++) {
    if (rewritten.charCodeAt(index) === source.charCodeAt(at)) at++;
    else added.push(index);
  }
  return (offset) => {
    let [low, high] = [0, added.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (added[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return offset - low;
  };
}

class Guard {
  private readonly regions = new Regions();
  private readonly result: string[] = [];
  private fence: string | undefined;
  private marks = 0;
  private lines = 0;
  private footnotes = 0;
  private items: number[] = [];
  private afterBlank = true;

  rewrite(source: string): string {
    for (const line of source.split('\n')) this.line(line);
    return this.result.join('\n');
  }

  private line(line: string): void {
    const blank = line.trim() === '';
    if (this.inFence(line) || blank) {
      this.regions.continues('');
      this.result.push(line);
      this.marks = this.lines = 0;
    } else {
      const flat = this.flatten(line);
      const pieces = this.pieces(flat);
      if (this.regions.continues(line) && (pieces.length === 1 || this.regions.isHtml)) {
        this.result.push(flat);
        this.marks = this.lines = 0;
      } else for (const piece of pieces) this.text(piece);
    }
    this.afterBlank = blank;
  }

  private inFence(line: string): boolean {
    const opened = fenceOpen.exec(line)?.[1];
    if (this.fence === undefined) {
      this.fence = opened;
      return opened !== undefined;
    }
    if (opened?.startsWith(this.fence) && /^[ \t>]*[`~]+\s*$/.test(line)) this.fence = undefined;
    return true;
  }

  private text(line: string): void {
    if (startsBlock.test(line)) this.marks = this.lines = 0;
    const isPlain = !/^(?:\s|[|>]|\d+[.)]\s|<)/.test(line);
    const marks = marksIn(line);
    this.lines = isPlain ? this.lines + 1 : 0;
    const crowded = this.marks + marks > (isPlain ? maximumMarks : maximumDoubtfulMarks);
    if ((this.marks > 0 && crowded) || this.lines > maximumLines) {
      this.result.push('');
      this.marks = this.lines = 0;
    }
    this.marks += marks;
    const footnote = line.startsWith('[^') && ++this.footnotes > maximumFootnotes;
    this.result.push(footnote ? `\\${line}` : line);
  }

  /** A single line is cut where it is too crowded. */
  private pieces(line: string): string[] {
    const pieces: string[] = [];
    let start = 0;
    let marks = 0;
    for (let index = 0; index < line.length; index++) {
      const code = line.charCodeAt(index);
      if (code >= 128 || isMark[code] !== 1 || ++marks <= maximumMarks) continue;
      pieces.push(line.slice(start, index));
      start = index;
      marks = 1;
    }
    return [...pieces, line.slice(start)];
  }

  /** Escapes the marker that would open one container too many. */
  private flatten(line: string): string {
    let at = 0;
    let column = 0;
    let quotes = 0;
    for (let first = true; ; first = false) {
      marker.lastIndex = at;
      const match = marker.exec(line);
      const end = match ? marker.lastIndex : at;
      const sign = match?.[1] ?? match?.[2] ?? '';
      const indent = column + columnsIn(line.slice(at, end - sign.length));
      if (first && (match?.[2] !== undefined || this.afterBlank))
        this.items = this.items.filter((content) => content <= indent);
      if (!match) return line;
      if (quotes + this.items.length >= maximumContainers) return `${line.slice(0, end - 1)}\\${line.slice(end - 1)}`;
      if (match[1]) quotes++;
      else this.items.push(indent + sign.length + 1);
      column = indent + sign.length;
      at = end;
    }
  }
}

function marksIn(line: string): number {
  let marks = 0;
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index);
    if (code < 128 && isMark[code] === 1) marks++;
  }
  return marks;
}

function columnsIn(space: string): number {
  let columns = 0;
  for (const char of space) columns += char === '\t' ? 4 : 1;
  return columns;
}
