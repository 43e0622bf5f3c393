import { isTaskList, listTypes } from '../blocks/list';
import { BlockPrinter } from '../markdown/write';
import type { Block } from '../model/model';
import { normaliseBlock } from '../model/normalise';
import type { Fingerprints } from './fingerprint';
import { assemble, gapsOf, type Piece } from './assemble';
import type { KnownTexts } from './known-texts';
import { childLevel, markerOf, silentOf, unitsOf, type Level, type Unit } from './level';
import { mergeText } from './merge-text';
import { Markers, openingOf, withBox } from './openings';
import { pairByKey, staying } from './pair-blocks';
import { childrenOf, twinsOf, type WrittenSource } from './written-source';

/**
 * How much of its old text a block may keep: 0 all that did not change, word by word; 1 the parts of it that did not
 * change; 2 nothing.
 */
export type Care = 0 | 1 | 2;

/** A piece of a level that is to be written. */
interface WrittenPiece extends Piece {
  care: Care;
}

/** A level of the source: its blocks as they were stored and as they were read, and their units. */
interface SourceLevel {
  stored: readonly Block[];
  read: readonly Block[];
  units: readonly Unit[];
}

/** Writes lists of blocks into the place of those that were there. */
export class LevelWriter {
  constructor(
    private readonly source: WrittenSource,
    private readonly prints: Fingerprints,
    private readonly known: KnownTexts,
    private readonly printer: BlockPrinter,
  ) {}

  /** The blocks of the page; `care` says for each of them how it is written. */
  page(
    level: Level,
    stored: readonly Block[],
    read: readonly Block[],
    next: readonly Block[],
    care: readonly Care[],
  ): string {
    const written = this.level(level, stored, read, next, undefined, care);
    if (written !== undefined) return written;
    const units = unitsOf(read, this.source.spans);
    const gaps = units ? gapsOf(this.source.body, units, level) : [];
    const blocks = next.length === 0 ? '' : this.printer.print(...next);
    const parts = [...silentOf(gaps), blocks].filter(Boolean).join('\n\n');
    const isTitled = level.range.start > 0;
    if (parts === '') return isTitled && read.length > 0 ? '\n' : (gaps[0] ?? '');
    return `${isTitled ? '\n\n' : ''}${parts}\n`;
  }

  /** Undefined where the level cannot be written block by block. */
  private level(
    level: Level,
    stored: readonly Block[],
    read: readonly Block[],
    next: readonly Block[],
    list: Block | undefined,
    care: readonly Care[] | Care,
  ): string | undefined {
    const units = unitsOf(read, this.source.spans);
    if (!units || units.length === 0 || next.length === 0) return undefined;
    const before = { stored, read, units };
    const pieces = this.piecesOf(before, next, care);
    const texts = this.textsOf(pieces, before, level, list);
    return assemble(this.source.body, level, units, pieces, texts);
  }

  private piecesOf(
    { stored, units }: SourceLevel,
    next: readonly Block[],
    care: readonly Care[] | Care,
  ): WrittenPiece[] {
    const pairs = pairByKey(stored, next);
    const unitAt = units.flatMap(({ from, to }, unit) => Array.from({ length: to - from }, () => unit));
    const pieces: WrittenPiece[] = [];
    for (let index = 0; index < next.length; index++) {
      const pair = pairs.get(index);
      const unit = pair === undefined ? undefined : unitAt[pair];
      const own = typeof care === 'number' ? care : (care[index] ?? 0);
      const { from, to } = unit === undefined ? { from: 0, to: 1 } : units[unit]!;
      const blocks = next.slice(index, index + to - from);
      const isUnit = unit !== undefined && pair === from;
      if (isUnit && (to - from === 1 || (own < 2 && this.prints.areSame(blocks, stored.slice(from, to))))) {
        pieces.push({ blocks, unit, care: own });
        index += to - from - 1;
      } else pieces.push({ blocks: [next[index]!], unit: undefined, care: own });
    }
    return pieces;
  }

  private textsOf(
    pieces: readonly WrittenPiece[],
    before: SourceLevel,
    level: Level,
    list: Block | undefined,
  ): string[] {
    const texts = pieces.map((piece) =>
      piece.unit === undefined ? undefined : this.unitText(piece, before, level, list),
    );
    const kept = staying(pieces.map(({ unit }) => unit));
    const markers = new Markers(this.source.body, before.units);
    return pieces.map(({ blocks: [block], care }, index) => {
      const [own, behind] = [texts[index], texts[index - 1]];
      let text = own;
      if (!list) text ??= this.newText(block!, level, care, [behind, texts[index + 1]]);
      else if (text === undefined) text = this.newItem(block!, level, list, markers.behind(behind, list));
      else if (index === 0 || !kept.has(index)) text = markers.renumbered(text, behind, list);
      return (texts[index] = text);
    });
  }

  private unitText(
    { blocks, unit, care }: WrittenPiece,
    before: SourceLevel,
    level: Level,
    list: Block | undefined,
  ): string | undefined {
    const { range, from, to } = before.units[unit!]!;
    const own = this.slice(range.start, range.end);
    const [stored, block] = [before.stored[from]!, blocks[0]!];
    if (care < 2 && (to - from > 1 || this.prints.isSame(stored, block))) return own;
    if (care === 2) return list ? this.newItem(block, level, list, markerOf(own)) : undefined;
    const known = care === 0 && !list ? this.known.find(block) : undefined;
    if (known !== undefined) return prefixed(known, level);
    return (
      this.container(stored, before.read[from]!, block, level, care) ??
      (care === 0 ? this.merged(stored, own, block, level, list) : undefined)
    );
  }

  /** A block that holds blocks: what opens it, each of them, and what closes it. */
  private container(stored: Block, read: Block, block: Block, level: Level, care: Care): string | undefined {
    const inner = childLevel(this.source, level, read);
    if (!inner || stored.type !== block.type) return undefined;
    const isList = listTypes.has(block.type);
    const opening = isList
      ? isSameData(stored, block)
        ? ''
        : undefined
      : this.opening(stored, read, block, level, inner, care);
    if (opening === undefined) return undefined;
    const [was, is] = [childrenOf(stored), childrenOf(block)];
    const parts = childrenOf(read);
    const written = this.level(inner, twinsOf(was, parts), parts, is, isList ? block : undefined, care);
    const end = this.source.spans.get(read)!.end;
    return written === undefined ? undefined : opening + written + this.slice(inner.range.end, end);
  }

  private opening(
    stored: Block,
    read: Block,
    block: Block,
    level: Level,
    inner: Level,
    care: Care,
  ): string | undefined {
    const own = this.slice(this.source.spans.get(read)!.start, inner.range.start);
    if (block.type === 'list-item') return withBox(own, block);
    const [was, is] = [this.openingOf(stored, level), this.openingOf(block, level)];
    if (was === is) return own;
    if (was === undefined || is === undefined) return undefined;
    return care === 0 ? mergeText(was, own, is) : is;
  }

  private openingOf(block: Block, level: Level): string | undefined {
    const opening = openingOf(block, this.fresh());
    return opening === undefined ? undefined : prefixed(opening, level);
  }

  /** A block that changed, with the words that stay as they were spelled. */
  private merged(stored: Block, own: string, block: Block, level: Level, list: Block | undefined): string {
    const print = (one: Block) =>
      list ? this.fresh().printItem(one, isTaskList(list), markerOf(own)) : this.fresh().print(one);
    return mergeText(prefixed(print(stored), level), own, prefixed(print(block), level));
  }

  private newText(block: Block, level: Level, care: Care, beside: readonly (string | undefined)[]): string {
    const known = care === 0 ? this.known.find(block) : undefined;
    if (
      known !== undefined &&
      !(listTypes.has(block.type) && beside.some((text) => text?.charAt(0) === known.charAt(0)))
    )
      return prefixed(known, level);
    if (!listTypes.has(block.type)) return prefixed(this.printer.print(block), level);
    const usual = this.printer.printList(block, false);
    const isTaken = beside.some((text) => text !== undefined && signOf(text) === signOf(usual));
    return prefixed(isTaken ? this.printer.printList(block, true) : usual, level);
  }

  private newItem(item: Block, level: Level, list: Block, marker: string): string {
    return prefixed(this.printer.printItem(item, isTaskList(list), marker), level);
  }

  /** Prints without an effect on the footnotes of the page, so that two prints can be compared. */
  private fresh(): BlockPrinter {
    return new BlockPrinter('', this.source.links.resolver, true);
  }

  private slice(start: number, end: number): string {
    return this.source.body.slice(start, end);
  }
}

/** Puts what a level begins its lines with before all lines but the first. */
function prefixed(text: string, { prefix }: Level): string {
  return prefix === ''
    ? text
    : text.replace(/\n(?=(.?))/g, (_, next: string) => `\n${next === '' || next === '\n' ? prefix.trimEnd() : prefix}`);
}

const isSameData = (one: Block, other: Block): boolean =>
  JSON.stringify(normaliseBlock({ ...one, nodes: [] })) === JSON.stringify(normaliseBlock({ ...other, nodes: [] }));

/** The marker that separates a list from one beside it. */
const signOf = (text: string): string => /^(?:[-+*]|\d+([.)]))/.exec(text)?.[1] ?? text.charAt(0);
