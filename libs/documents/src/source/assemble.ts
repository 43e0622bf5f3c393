import { listTypes } from '../blocks/list';
import type { Block } from '../model/model';
import { hasBlankLine, joinGaps, separator, silentOf, type Level, type Unit } from './level';
import { staying } from './pair-blocks';

/** A piece of a level as it is now: a unit of the source with its blocks, or a new block. */
export interface Piece {
  blocks: readonly Block[];
  unit: number | undefined;
}

/** The text of a level: those of its pieces, with what stood between the units that stay where they were. */
export function assemble(
  body: string,
  level: Level,
  units: readonly Unit[],
  pieces: readonly Piece[],
  texts: readonly string[],
): string {
  const gaps = gapsOf(body, units, level);
  const kept = staying(pieces.map(({ unit }) => unit));
  const isTight = level.kind === 'items' && !gaps.slice(1, -1).some(hasBlankLine);
  let result = gaps[0]!;
  let last = -1;
  for (const [index, { unit, blocks }] of pieces.entries()) {
    const before = pieces[index - 1];
    if (unit === undefined || !kept.has(index)) {
      const joins = level.isInItem && before?.blocks.at(-1)?.type === 'paragraph' && listTypes.has(blocks[0]!.type);
      if (before) result += separator(level, isTight || joins);
    } else {
      const between = gaps.slice(last + 1, unit + 1);
      result +=
        last < 0 ? opening(between.slice(1), level, before, isTight) : closed(between, level, kept.has(index - 1));
      last = unit;
    }
    result += texts[index]!;
  }
  const rest = silentOf(gaps.slice(Math.max(1, last + 1), -1));
  return [result, ...rest].join(separator(level, false)) + gaps.at(-1)!;
}

/** The text between the beginning of a level and the first unit that stays, where others stood before it. */
function opening(gaps: readonly string[], level: Level, before: Piece | undefined, isTight: boolean): string {
  const silent = silentOf(gaps);
  if (silent.length === 0) return before ? separator(level, isTight) : '';
  const texts = silent.join(separator(level, false)) + separator(level, false);
  return before ? separator(level, false) + texts : texts;
}

/** The text between two units that stay; a new block between them has a blank line on both sides. */
function closed(gaps: readonly string[], level: Level, isBesideKept: boolean): string {
  const gap = joinGaps(gaps, level);
  return isBesideKept || level.kind === 'items' || hasBlankLine(gap) ? gap : separator(level, false);
}

/** The texts before, between and behind the units of a level. */
export function gapsOf(body: string, units: readonly Unit[], { range }: Level): string[] {
  const gaps: string[] = [];
  let at = range.start;
  for (const unit of units) {
    gaps.push(body.slice(at, unit.range.start));
    at = unit.range.end;
  }
  return [...gaps, body.slice(at, range.end)];
}
