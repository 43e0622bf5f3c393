import PDFDocument from 'pdfkit';
import { partsOf } from './graphemes';
import type { Run } from './inline-runs';
import { hasRightToLeft, TextLines, type Piece } from './text-lines';
import { Typefaces, type Face } from './typefaces';

/** Points (1/72 inch) of an A4 page. */
const margin = 56;

/** Characters that are laid out at once; longer text is laid out in parts. */
const atOnce = 5_000;

export const sizes = { text: 10, small: 8.5, code: 8.5 } as const;

/** A PDF that is written from top to bottom, with text in the fonts that come with the service. */
export class PdfCanvas {
  readonly pdf: PDFKit.PDFDocument;
  readonly typefaces: Typefaces;

  constructor(title: string) {
    this.pdf = new PDFDocument({
      size: 'A4',
      margin,
      bufferPages: true,
      autoFirstPage: false,
      // None at first: PDFKit reopens a file for each further name of a font.
      font: '',
      info: { Title: title, Producer: 'Bindery' },
    });
    this.typefaces = new Typefaces(this.pdf);
  }

  get pages(): number {
    return this.pdf.bufferedPageRange().count;
  }

  get left(): number {
    return this.pdf.page.margins.left;
  }

  get bottom(): number {
    return this.pdf.page.height - margin;
  }

  width(indent = 0): number {
    return this.pdf.page.width - 2 * margin - indent;
  }

  /** Starts a page unless this height is left on the present one. */
  need(height: number): void {
    if (this.pdf.y + height > this.bottom) this.pdf.addPage();
  }

  space(height = 6): void {
    this.pdf.y += height;
  }

  /** A text of one style as one paragraph. */
  line(text: string, { font = 'regular', size = sizes.text, indent = 0, colour = '#1f2430' }: LineOptions = {}): void {
    this.paragraph(this.pieces(text, { font, size, colour }), size, indent);
  }

  /** Text of several styles as one paragraph. */
  runs(runs: readonly Run[], { size = sizes.text, indent = 0, bold = false }: RunOptions = {}): void {
    const pieces = this.runPieces(runs, size, bold);
    if (pieces.length > 0) this.paragraph(pieces, size, indent);
  }

  /** Text of several styles in parts of one font each; with `bold`, all that is not code is bold. */
  runPieces(runs: readonly Run[], size: number, bold: boolean): Piece[] {
    return runs.flatMap(({ text, link, goTo, strike, ...run }) =>
      this.pieces(text, {
        font: run.code ? 'mono' : faceOf(run.bold || bold, run.italic),
        size: run.code ? size - 1 : size,
        colour: link || goTo ? '#1a56c4' : '#1f2430',
      }).map((piece) => ({ ...piece, link, goTo, strike })),
    );
  }

  /** A text in parts of one font each, which are laid out at once. */
  pieces(text: string, { font, size, colour }: Required<Omit<LineOptions, 'indent'>>): Piece[] {
    if (text === '') return [];
    return partsOf(text, atOnce).flatMap((one) =>
      this.typefaces.split(one, font).map((part) => ({ ...part, size, colour })),
    );
  }

  private paragraph(pieces: readonly Piece[], size: number, indent: number): void {
    this.need(size * 1.5);
    if (pieces.some(({ text }) => hasRightToLeft(text))) return this.lines(pieces, indent);
    const { pdf } = this;
    const start = this.left + indent;
    for (const [index, { text, link, goTo, strike, ...piece }] of pieces.entries()) {
      pdf.font(piece.font).fontSize(piece.size).fillColor(piece.colour);
      const options = {
        width: this.width(indent),
        lineGap: 2,
        continued: index < pieces.length - 1,
        link: link ?? null,
        goTo: goTo ?? null,
        underline: link !== undefined || goTo !== undefined,
        strike: strike ?? false,
      } as PDFKit.Mixins.TextOptions;
      if (index === 0) pdf.text(text, start, pdf.y, options);
      else pdf.text(text, options);
    }
  }

  /** Lines that may contain text from right to left, on as many pages as needed. */
  private lines(pieces: readonly Piece[], indent: number): void {
    const lines = new TextLines(this.pdf, pieces, this.width(indent));
    for (let left = lines.count; left > 0;) {
      this.need(lines.lineHeight);
      const top = this.pdf.y;
      const from = lines.count - left;
      left = lines.draw(this.left + indent, top, this.bottom, from);
      this.pdf.x = this.left + indent;
      this.pdf.y = top + (lines.count - left - from) * lines.lineHeight;
    }
  }

  rule(): void {
    this.need(8);
    const y = this.pdf.y + 3;
    this.pdf
      .moveTo(this.left, y)
      .lineTo(this.left + this.width(), y)
      .lineWidth(0.5)
      .strokeColor('#c5cad3')
      .stroke();
    this.pdf.y = y + 5;
  }
}

interface LineOptions {
  font?: Face;
  size?: number;
  indent?: number;
  colour?: string;
}

interface RunOptions {
  size?: number;
  indent?: number;
  bold?: boolean;
}

const faceOf = (bold: boolean, italic: boolean): Face =>
  bold && italic ? 'boldItalic' : bold ? 'bold' : italic ? 'italic' : 'regular';
