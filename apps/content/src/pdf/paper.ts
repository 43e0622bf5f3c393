import PDFDocument from 'pdfkit';
import type { Run } from './inline-runs';

/** Points (1/72 inch) of an A4 page. */
const margin = 56;
const fonts = {
  regular: 'DejaVuSans',
  bold: 'DejaVuSans-Bold',
  italic: 'DejaVuSans-Oblique',
  boldItalic: 'DejaVuSans-BoldOblique',
  mono: 'DejaVuSansMono',
} as const;
type Font = keyof typeof fonts;

/** Characters that are laid out at once; longer text goes in parts. */
const atOnce = 5_000;

export const sizes = { text: 10, small: 8.5, code: 8.5 } as const;

/** A PDF that is written from top to bottom, with text in the fonts that come with the service. */
export class Paper {
  readonly pdf: PDFKit.PDFDocument;

  constructor(title: string) {
    this.pdf = new PDFDocument({
      size: 'A4',
      margin,
      bufferPages: true,
      autoFirstPage: false,
      info: { Title: title, Producer: 'Bindery' },
    });
    for (const [name, file] of Object.entries(fonts))
      this.pdf.registerFont(name, require.resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`));
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
    for (let at = 0; at === 0 || at < text.length; at += atOnce) {
      const part = text.slice(at, at + atOnce);
      this.pdf.font(font).fontSize(size).fillColor(colour);
      this.pdf.text(part, this.left + indent, this.pdf.y, { width: this.width(indent), lineGap: 2 });
    }
  }

  /** Text of many looks as one paragraph. */
  runs(runs: readonly Run[], { size = sizes.text, indent = 0, bold = false }: RunOptions = {}): void {
    const shown = runs.filter(({ text }) => text !== '').flatMap(parts);
    if (shown.length === 0) return;
    this.need(size * 1.5);
    this.pdf.x = this.left + indent;
    for (const [index, run] of shown.entries()) {
      const font: Font = run.code ? 'mono' : fontOf(run.bold || bold, run.italic);
      this.pdf
        .font(font)
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
  font?: Font;
  size?: number;
  indent?: number;
  colour?: string;
}

interface RunOptions {
  size?: number;
  indent?: number;
  bold?: boolean;
}

const fontOf = (bold: boolean, italic: boolean): Font =>
  bold && italic ? 'boldItalic' : bold ? 'bold' : italic ? 'italic' : 'regular';

function parts(run: Run): Run[] {
  const found: Run[] = [];
  for (let at = 0; at < run.text.length; at += atOnce) found.push({ ...run, text: run.text.slice(at, at + atOnce) });
  return found;
}
