import { sizes, type PdfCanvas } from './pdf-canvas';
import { TextLines } from './text-lines';

/** Points between the frame of a panel and its lines. */
const inset = 8;

/** Prints code in a panel as on pages of sites; what does not fit is in a panel of its own on the next page. */
export function printCode(paper: PdfCanvas, code: string, indent: number): void {
  const { pdf } = paper;
  const width = paper.width(indent);
  const pieces = paper.pieces(code || ' ', { font: 'mono', size: sizes.code, colour: '#1f2430' });
  const lines = new TextLines(pdf, pieces, width - 2 * inset);
  for (let from = 0; from < lines.count;) {
    paper.need(lines.lineHeight + 2 * inset);
    const [left, top] = [paper.left + indent, pdf.y];
    const room = Math.max(1, Math.floor((paper.bottom - top - 2 * inset) / lines.lineHeight));
    const shown = Math.min(room, lines.count - from);
    const height = shown * lines.lineHeight + 2 * inset;
    pdf.roundedRect(left, top, width, height, 4).lineWidth(0.5).fillAndStroke('#f6f7f9', '#c5cad3');
    lines.draw(left + inset, top + inset, top + height - inset + 1, from);
    pdf.x = paper.left;
    pdf.y = top + height;
    from += shown;
  }
  paper.space();
}
