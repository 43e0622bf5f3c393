import { maximumContainers } from '../model/limits';

/** A run of lines without a blank one is cut after this many characters, or this many lines of plain text. */
const maximumRun = 64_000;
const maximumPlainLines = 1_000;
const maximumFootnotes = 1_000;

const fenceOpen = /^(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})/;
const marker = /[ \t]*(?:(>)|([-+*]|\d{1,9}[.)])(?=[ \t]|$))/y;

/**
 * Rewrites the few places of a Markdown source that would make parsing take more than linear time: containers nested
 * beyond `maximumContainers` lose their meaning (their markers are escaped), and endless runs of text get a blank line
 * now and then. Any page written for readers comes back as it was.
 */
export function guardSource(source: string): string {
  return isHarmless(source) ? source : new Guard().rewrite(source);
}

/** Most pages have neither long runs nor deep nesting: this looks at each line's start and length only. */
function isHarmless(source: string): boolean {
  let run = 0;
  let lines = 0;
  let start = 0;
  while (start < source.length) {
    const found = source.indexOf('\n', start);
    const end = found < 0 ? source.length : found;
    let at = start;
    while (at < end && isIndent(source.charCodeAt(at))) at++;
    run = at === end ? 0 : run + end - start;
    lines = at === end ? 0 : lines + 1;
    if (run > maximumRun || lines > maximumPlainLines || at - start > maximumContainers * 2) return false;
    start = end + 1;
  }
  return (
    !source.includes('> > > > > > > >') &&
    !/(?:(?:>|[-+*]|\d[.)]) ?){12}/.test(source) &&
    countFootnotes(source) <= maximumFootnotes
  );
}

const isIndent = (code: number) => code === 32 || code === 9;

function countFootnotes(source: string): number {
  let count = 0;
  for (let at = source.indexOf('[^'); at >= 0; at = source.indexOf('[^', at + 2)) count++;
  return count;
}

class Guard {
  private readonly result: string[] = [];
  private fence: string | undefined;
  private run = 0;
  private plain = 0;
  private footnotes = 0;
  private items: number[] = [];
  private afterBlank = true;

  rewrite(source: string): string {
    for (const line of source.split('\n')) this.line(line);
    return this.result.join('\n');
  }

  private line(line: string): void {
    if (this.inFence(line)) {
      this.result.push(line);
      return;
    }
    if (line.trim() === '') this.run = this.plain = 0;
    else {
      for (const piece of this.pieces(this.flatten(line))) this.text(piece);
    }
    this.afterBlank = line.trim() === '';
    if (this.afterBlank) this.result.push(line);
  }

  private inFence(line: string): boolean {
    const opened = fenceOpen.exec(line)?.[1];
    if (this.fence === undefined) {
      this.fence = opened;
      return opened !== undefined;
    }
    const closes = opened !== undefined && opened.startsWith(this.fence) && /^[ \t>]*[`~]+\s*$/.test(line);
    if (closes) this.fence = undefined;
    return true;
  }

  private text(line: string): void {
    const isPlain = !/^(?:\s|[|>#]|[-+*]\s|\d+[.)]\s)/.test(line);
    this.plain = isPlain ? this.plain + 1 : 0;
    const long = this.run + line.length > maximumRun && isPlain;
    if (this.run > 0 && (long || this.plain > maximumPlainLines)) {
      this.result.push('');
      this.run = this.plain = 0;
    }
    this.run += line.length;
    const footnote = line.startsWith('[^') && ++this.footnotes > maximumFootnotes;
    this.result.push(footnote ? `\\${line}` : line);
  }

  /** A single line is cut where it is too long. */
  private pieces(line: string): string[] {
    if (line.length <= maximumRun) return [line];
    const pieces: string[] = [];
    for (let at = 0; at < line.length; at += maximumRun) pieces.push(line.slice(at, at + maximumRun));
    return pieces;
  }

  /** Escapes the marker that would open one container too many. */
  private flatten(line: string): string {
    let at = 0;
    let column = 0;
    let quotes = 0;
    let found = 0;
    for (;;) {
      marker.lastIndex = at;
      const match = marker.exec(line);
      const end = match ? marker.lastIndex : at;
      const indent = this.columnOf(line, at, end - (match?.[2]?.length ?? match?.[1]?.length ?? 0), column);
      if (found === 0 && (match?.[2] !== undefined || this.afterBlank))
        this.items = this.items.filter((content) => content <= indent);
      if (!match) return line;
      if (quotes + this.items.length >= maximumContainers)
        return `${line.slice(0, end - (match[2] ?? match[1] ?? '').length)}\\${line.slice(end - (match[2] ?? match[1] ?? '').length)}`;
      if (match[1]) quotes++;
      else this.items.push(indent + (match[2]?.length ?? 1) + 1);
      column = indent + (match[2]?.length ?? 1);
      at = end;
      found++;
    }
  }

  private columnOf(line: string, from: number, to: number, column: number): number {
    let result = column;
    for (let index = from; index < to; index++) result += line.charAt(index) === '\t' ? 4 : 1;
    return result;
  }
}
