import PDFDocument from 'pdfkit';
import { partsOf } from './graphemes';
import type { Run } from './inline-runs';
import { fileOf, Typefaces, type Face, type Typeset } from './typefaces';

/** Points (1/72 inch) of an A4 page. */
const margin = 56;

/** Characters that are laid out at once; longer text goes in parts. */
const atOnce = 5_000;

export const sizes = { text: 10, small: 8.5, code: 8.5 } as const;

/** A PDF that is written from top to bottom, with text in the fonts that come with the service. */
export class Paper {
  readonly pdf: PDFKit.PDFDocument;
  readonly typefaces: Typefaces;

  constructor(title: string) {
    this.pdf = new PDFDocument({
      size: 'A4',
      margin,
      bufferPages: true,
      autoFirstPage: false,
      // Else it begins with one of its own, which it opens by a name that images know nothing of.
      font: fileOf('regular'),
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

  /** Begins a page unless so much of this one is left. */
  need(height: number): void {
    if (this.pdf.y + height > this.bottom) this.pdf.addPage();
  }

  space(height = 6): void {
    this.pdf.y += height;
  }

  line(text: string, { font = 'regular', size = sizes.text, indent = 0, colour = '#1f2430' }: LineOptions = {}): void {
    this.need(size * 1.5);
    for (const one of partsOf(text, atOnce)) {
      const part = this.typefaces.whole(one, font);
      this.pdf.font(part.font).fontSize(size).fillColor(colour);
      this.pdf.text(part.text, this.left + indent, this.pdf.y, { width: this.width(indent), lineGap: 2 });
    }
  }

  /** Text of many looks as one paragraph. */
  runs(runs: readonly Run[], { size = sizes.text, indent = 0, bold = false }: RunOptions = {}): void {
    const shown = runs.filter(({ text }) => text !== '').flatMap((run) => this.typeset(run, bold));
    if (shown.length === 0) return;
    this.need(size * 1.5);
    this.pdf.x = this.left + indent;
    for (const [index, run] of shown.entries()) {
      this.pdf
        .font(run.font)
        .fontSize(run.code ? size - 1 : size)
        .fillColor(run.link ? '#1a56c4' : '#1f2430');
      const options = {
        width: this.width(indent),
        lineGap: 2,
        continued: index < shown.length - 1,
        link: run.link ?? null,
        underline: run.link !== undefined,
        strike: run.strike,
      } as PDFKit.Mixins.TextOptions;
      if (index === 0) this.pdf.text(run.text, this.left + indent, this.pdf.y, options);
      else this.pdf.text(run.text, options);
    }
  }

  /** A run in parts that are laid out at once, each in one font. */
  private typeset(run: Run, bold: boolean): (Run & Typeset)[] {
    const face = run.code ? 'mono' : faceOf(run.bold || bold, run.italic);
    return partsOf(run.text, atOnce).flatMap((one) =>
      this.typefaces.split(one, face).map((part) => ({ ...run, ...part })),
    );
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
