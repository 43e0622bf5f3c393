import bidiFactory from 'bidi-js';
import { graphemes } from '@bindery/documents';
import type { Typeset } from './typefaces';

/** A piece of text in one font and one look. */
export interface Piece extends Typeset {
  size: number;
  colour: string;
  /** The absolute address, or the name of the destination, that it links to. */
  link?: string | undefined;
  goTo?: string | undefined;
  strike?: boolean;
}

/** A unit of drawing: letters of one direction, a sign, or spaces. */
interface Item {
  text: string;
  piece: Piece;
  /** The embedding level: odd from right to left. */
  level: number;
  width: number;
  isSpace: boolean;
}

interface Line {
  items: Item[];
  width: number;
  isRightToLeft: boolean;
}

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

const bidi = bidiFactory();
const lineGap = 2;

/**
 * Lays text out in lines, because PDFKit orders the words of a line from left to right whatever they are: levels by
 * the Unicode Bidirectional Algorithm (UAX #9), lines filled in reading order, then each line reordered for display
 * (rule L2). Letters of one word stay together, so that the font can join them.
 */
export class TextLines {
  private readonly lines: Line[];
  readonly lineHeight: number;

  constructor(
    private readonly pdf: PDFKit.PDFDocument,
    pieces: readonly Piece[],
    private readonly width: number,
  ) {
    this.lineHeight = Math.max(0, ...pieces.map((piece) => this.use(piece).currentLineHeight(true))) + lineGap;
    this.lines = paragraphsOf(pieces).flatMap((paragraph) => this.filled(paragraph));
  }

  get height(): number {
    return this.lines.length * this.lineHeight;
  }

  /** Draws the lines from `top` on, as many as fit above `bottom`; returns the number of those that are left. */
  draw(left: number, top: number, bottom: number, from = 0): number {
    const room = Math.max(1, Math.floor((bottom - top) / this.lineHeight));
    const drawn = this.lines.slice(from, from + room);
    for (const [index, line] of drawn.entries()) this.drawLine(line, left, top + index * this.lineHeight);
    return this.lines.length - from - drawn.length;
  }

  get count(): number {
    return this.lines.length;
  }

  private drawLine({ items, width, isRightToLeft }: Line, left: number, top: number): void {
    const size = Math.max(0, ...items.map(({ piece }) => piece.size));
    let x = isRightToLeft ? left + this.width - width : left;
    for (const item of joined(inOrderOfSeeing(items))) {
      const { piece, text } = item;
      const options = {
        lineBreak: false,
        // Not a named one: PDFKit places links and underlines from the top of the line.
        baseline: -size,
        link: piece.link ?? null,
        goTo: piece.goTo ?? null,
        underline: piece.link !== undefined || piece.goTo !== undefined,
        strike: piece.strike ?? false,
      } as PDFKit.Mixins.TextOptions;
      if (!item.isSpace) this.use(piece).fillColor(piece.colour).text(text, x, top, options);
      x += item.width;
    }
  }

  private use({ font, size }: Piece): PDFKit.PDFDocument {
    return this.pdf.font(font).fontSize(size);
  }

  /** The lines of one paragraph: words as far as they fit; a word that is too long for a line is divided. */
  private filled(pieces: readonly Piece[]): Line[] {
    const text = pieces.map((piece) => piece.text).join('');
    const { levels, paragraphs } = bidi.getEmbeddingLevels(text, 'auto');
    const isRightToLeft = (paragraphs[0]?.level ?? 0) % 2 === 1;
    const lines: Line[] = [];
    let items: Item[] = [];
    let used = 0;
    const end = () => {
      while (items.at(-1)?.isSpace) used -= items.pop()!.width;
      lines.push({ items, width: used, isRightToLeft });
      items = [];
      used = 0;
    };
    for (const word of wordsOf(this.itemsOf(pieces, levels))) {
      const width = word.reduce((sum, item) => sum + item.width, 0);
      const isSpace = word[0]!.isSpace;
      if (!isSpace && used > 0 && used + width > this.width) end();
      if (isSpace && used === 0 && lines.length > 0) continue;
      for (const item of width > this.width ? word.flatMap((one) => this.divided(one)) : word) {
        if (used > 0 && used + item.width > this.width && !isSpace) end();
        items.push(item);
        used += item.width;
      }
    }
    end();
    return lines;
  }

  private itemsOf(pieces: readonly Piece[], levels: Uint8Array): Item[] {
    const items: Item[] = [];
    let at = 0;
    for (const piece of pieces) {
      let last: Item | undefined;
      for (const { segment } of graphemes.segment(piece.text)) {
        const level = levels[at]!;
        at += segment.length;
        const isSpace = /^\s+$/.test(segment);
        const shown = level % 2 === 1 ? mirrored(segment) : segment;
        // Text that the font does not reverse by itself is reversed sign by sign.
        const isJoined =
          last?.level === level && last.isSpace === isSpace && (level % 2 === 0 || isLetter(segment, last));
        if (last && isJoined) last.text += shown;
        else items.push((last = { text: shown, piece, level, width: 0, isSpace }));
      }
    }
    for (const item of items) item.width = this.use(item.piece).widthOfString(item.text);
    return items;
  }

  private divided(item: Item): Item[] {
    if (item.width <= this.width) return [item];
    const signs = [...graphemes.segment(item.text)].map(({ segment }) => segment);
    const count = Math.max(1, Math.floor((signs.length * this.width) / item.width) - 1);
    const parts: Item[] = [];
    for (let at = 0; at < signs.length; at += count) {
      const text = signs.slice(at, at + count).join('');
      parts.push({ ...item, text, width: this.use(item.piece).widthOfString(text) });
    }
    return parts;
  }
}

const isLetter = (segment: string, last: Item): boolean => rightToLeft.test(segment) && rightToLeft.test(last.text);

const mirrored = (segment: string): string => bidi.getMirroredCharacter(segment) ?? segment;

/** Line breaks end paragraphs. */
function paragraphsOf(pieces: readonly Piece[]): Piece[][] {
  const paragraphs: Piece[][] = [[]];
  for (const piece of pieces)
    piece.text.split('\n').forEach((text, index) => {
      if (index > 0) paragraphs.push([]);
      if (text !== '') paragraphs.at(-1)!.push({ ...piece, text });
    });
  return paragraphs;
}

/** Units that no line may break, and spaces. */
function wordsOf(items: readonly Item[]): Item[][] {
  const words: Item[][] = [];
  for (const item of items) {
    const last = words.at(-1);
    if (last && !item.isSpace && !last[0]!.isSpace) last.push(item);
    else words.push([item]);
  }
  return words;
}

/**
 * Words from left to right that follow each other are one, with the spaces between them and the indentation before them, so that
 * they can be copied.
 */
function joined(items: readonly Item[]): Item[] {
  const parts: Item[] = [];
  for (const item of items) {
    const last = parts.at(-1);
    if (last?.piece === item.piece && last.level % 2 === 0 && item.level % 2 === 0) {
      const isSpace = last.isSpace && item.isSpace;
      parts[parts.length - 1] = { ...last, text: last.text + item.text, width: last.width + item.width, isSpace };
    } else parts.push(item);
  }
  return parts;
}

/** UAX #9, rule L2: from the highest level to the lowest odd one, reverses every run on that level or above. */
function inOrderOfSeeing(items: readonly Item[]): Item[] {
  const ordered = [...items];
  const levels = items.map(({ level }) => level);
  const lowestOdd = Math.min(...levels.filter((level) => level % 2 === 1));
  for (let level = Math.max(0, ...levels); level >= lowestOdd; level--)
    for (let start = 0; start < ordered.length; start++) {
      if (ordered[start]!.level < level) continue;
      let end = start;
      while (end < ordered.length && ordered[end]!.level >= level) end++;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  return ordered;
}
