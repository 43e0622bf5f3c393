import { listTypes } from '../blocks/list';
import type { Block } from '../model/model';
import type { Range, Span, Spans } from '../syntax/span';

/** The blocks of one range of the source: one, or those that no line separates. */
export interface Unit {
  range: Range;
  span: Span;
  /** Their indexes among the blocks of their level, the first and the one behind the last. */
  from: number;
  to: number;
}

/** A list of blocks in a source: those of the page, of a container, or the items of a list. */
export interface Level {
  kind: 'flow' | 'items';
  range: Range;
  /** The prefix of each line of it but the first: quote signs and indentation. */
  prefix: string;
  /** Within a list item, where a nested list follows its text without a blank line. */
  isInItem: boolean;
}

/** The units of a level, in order; undefined where a block has no place of its own. */
export function unitsOf(blocks: readonly Block[], spans: Spans): Unit[] | undefined {
  const units: Unit[] = [];
  for (const [index, block] of blocks.entries()) {
    const span = spans.get(block);
    if (!span) return undefined;
    const last = units.at(-1);
    if (last && span.start === last.range.start && span.end === last.range.end) last.to = index + 1;
    else if (last && span.start < last.range.end) return undefined;
    else units.push({ range: span, span, from: index, to: index + 1 });
  }
  return units;
}

/** Whether a gap between blocks holds text that is no block: definitions, empty comments. */
const isSilent = (gap: string): boolean => /[^\s>]/.test(gap);
export const hasBlankLine = (gap: string): boolean => /\n[ \t>]*\n/.test(gap);
const blankLines = (gap: string): number => gap.split('\n').length - 2;

/** A line end, with a blank line where that is wanted, up to where the next block begins. */
export function separator({ prefix }: Level, isTight: boolean): string {
  return isTight ? `\n${prefix}` : `\n${prefix.trimEnd()}\n${prefix}`;
}

/** One gap in the place of those around what is left out: the longest blank one, with all that stood in them. */
export function joinGaps(gaps: readonly string[], level: Level): string {
  if (gaps.length === 1) return gaps[0]!;
  const silent = gaps.filter(isSilent);
  if (silent.length > 0) return silent.length === 1 ? silent[0]! : joinSilent(silent, level);
  const longest = gaps.reduce((one, other) => (blankLines(other) > blankLines(one) ? other : one));
  const isEnough = level.kind === 'items' || blankLines(longest) > 0;
  return isEnough ? longest : separator(level, false);
}

const joinSilent = ([first = '', ...more]: string[], level: Level): string =>
  more.reduce((all, gap) => all.trimEnd() + separator(level, false) + gap.replace(/^[\s>]+/, ''), first);

/** The texts of gaps at the beginning or the end of a level, where blank ones are dropped. */
export const silentOf = (gaps: readonly string[]): string[] => gaps.filter(isSilent).map((gap) => gap.trim());

const columnOf = (body: string, offset: number): number => offset - (body.lastIndexOf('\n', offset - 1) + 1);

/** The level of what a block holds, where that has a place of its own. */
export function childLevel(
  { body, spans }: { body: string; spans: Spans },
  { prefix, isInItem }: Level,
  block: Block,
): Level | undefined {
  const span = spans.get(block);
  if (!span?.inside) return undefined;
  const range = span.inside;
  // Lists begin where their first item does, items with a marker, quotes with a sign.
  const indented = (column: number) => prefix + ' '.repeat(Math.max(0, column - prefix.length));
  if (listTypes.has(block.type))
    return { kind: 'items', range, prefix: indented(columnOf(body, range.start)), isInItem };
  if (block.type === 'list-item') {
    const width = markerOf(body.slice(span.start, span.end)).length;
    return { kind: 'flow', range, prefix: indented(columnOf(body, span.start) + width), isInItem: true };
  }
  if (span.isQuote) {
    const sign = /^> ?/.exec(body.slice(span.start, span.end))?.[0] ?? '> ';
    return { kind: 'flow', range, prefix: indented(columnOf(body, span.start)) + sign, isInItem: false };
  }
  return { kind: 'flow', range, prefix, isInItem: false };
}

/** The marker of a list item with the spaces behind it, as far as they belong to it (CommonMark 0.31, section 5.2). */
export function markerOf(item: string): string {
  const [, sign = '', space = ''] = /^([-+*]|\d{1,9}[.)])([ \t]*)/.exec(item) ?? [];
  return (
    sign + (space.length > 4 || space.length === 0 || item.startsWith('\n', sign.length + space.length) ? ' ' : space)
  );
}
