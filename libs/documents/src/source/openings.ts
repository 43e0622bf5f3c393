import type { BlockPrinter } from '../markdown/write';
import { normaliseBlock } from '../model/normalise';
import type { Block } from '../model/model';
import { markerOf, type Unit } from './level';

/**
 * The lines that open a container, in the canonical form; undefined for one that is not written as its lines and those of its
 * blocks. A quote has no line of its own: what it says stands for one, so that two can be compared.
 */
export function openingOf(block: Block, printer: BlockPrinter): string | undefined {
  const isExpandable = block.type === 'expandable';
  if (!isExpandable && (block.fragments ?? []).length > 0) return undefined;
  const fragments = block.fragments?.map((part) =>
    part.fragment === 'expandable-body' ? { ...part, nodes: [] } : part,
  );
  const empty: Block = { ...block, ...(isExpandable ? { fragments } : { nodes: [] }) };
  if (block.type === 'blockquote') return JSON.stringify(normaliseBlock(empty));
  const lines = printer.print(empty).split('\n');
  if (lines.length < 2) return undefined;
  return lines.slice(0, -1).join('\n');
}

/** The opening of a task with its box as it should be; undefined where an item has none and needs one. */
export function withBox(opening: string, item: Block): string | undefined {
  const { checked } = item.data;
  const box = /\[[ xX\t\n]\]/.exec(opening);
  if (typeof checked !== 'boolean') return box ? undefined : opening;
  if (!box) return undefined;
  const isChecked = /x/i.test(box[0]);
  return isChecked === checked ? opening : opening.replace(box[0], checked ? '[x]' : '[ ]');
}

/** The markers of the items of a list, as its source has them. */
export class Markers {
  private readonly usual: string;
  private readonly isCounted: boolean;

  constructor(body: string, units: readonly Unit[]) {
    const markers = units.map(({ range }) => markerOf(body.slice(range.start, range.end)));
    this.usual = markers.at(-1) ?? '* ';
    this.isCounted = markers.length < 2 || markers[0] !== markers[1];
  }

  /** That of a new item behind one. */
  behind(item: string | undefined, list: Block): string {
    if (list.type !== 'list-ordered') return item === undefined ? this.usual : markerOf(item);
    return withNumber(this.usual, this.numberBehind(item, list));
  }

  /** An item that came to this place, with its number. */
  renumbered(item: string, behind: string | undefined, list: Block): string {
    if (list.type !== 'list-ordered') return item;
    const marker = markerOf(item);
    return withNumber(marker, this.numberBehind(behind, list)) + item.slice(marker.length);
  }

  private numberBehind(item: string | undefined, { data }: Block): number {
    if (item === undefined) return typeof data.start === 'number' ? data.start : 1;
    return Number.parseInt(item, 10) + (this.isCounted ? 1 : 0);
  }
}

const withNumber = (marker: string, number: number): string => marker.replace(/^\d+/, String(number));
