import { buffer } from 'node:stream/consumers';
import { Destinations } from './destinations';
import { printable } from './inline-runs';
import { PdfCanvas, sizes } from './pdf-canvas';
import type { PdfTask } from './pdf-task';
import { BlockPrinter } from './print-blocks';
import { TextLines } from './text-lines';

const look = { font: 'regular', size: sizes.text, colour: '#1f2430' } as const;

/** Entries of the table of contents on one page. */
const entriesPerPage = 40;

/** A PDF with a table of contents, then every page on a page of its own. */
export async function printPdf({ title, pages, titles, images }: PdfTask): Promise<Buffer> {
  const paper = new PdfCanvas(printable(title));
  const bytes = buffer(paper.pdf);
  const hasContents = pages.length > 1;
  const contents = hasContents ? Math.ceil(pages.length / entriesPerPage) : 0;
  for (let page = 0; page < contents; page++) paper.pdf.addPage();
  const destinations = new Destinations(pages, titles);
  const numbers: number[] = [];
  const outlines: PDFKit.PDFOutline[] = [paper.pdf.outline];
  for (const [index, page] of pages.entries()) {
    paper.pdf.addPage();
    numbers.push(paper.pages);
    paper.pdf.addNamedDestination(destinations.ofPage(index));
    const above = outlines[Math.min(page.depth, outlines.length - 1)]!;
    outlines.length = outlines.indexOf(above) + 1;
    outlines.push(above.addItem(printable(page.title)));
    paper.line(printable(page.title), { font: 'bold', size: 20 });
    paper.space(6);
    if (page.description) paper.line(printable(page.description), { colour: '#5b6472' });
    paper.space(6);
    const printer = new BlockPrinter(paper, images, destinations.forPage(index));
    printer.blocks(page.document.nodes);
    printer.notes();
  }
  if (hasContents) printContents(paper, title, pages, { numbers, destinations });
  paper.pdf.end();
  return bytes;
}

interface Places {
  /** The number of the sheet on which each page begins. */
  numbers: readonly number[];
  destinations: Destinations;
}

function printContents(
  paper: PdfCanvas,
  title: string,
  pages: PdfTask['pages'],
  { numbers, destinations }: Places,
): void {
  const { pdf } = paper;
  for (const [index, page] of pages.entries()) {
    if (index % entriesPerPage === 0) {
      pdf.switchToPage(index / entriesPerPage);
      pdf.y = pdf.page.margins.top;
      paper.line(index === 0 ? printable(title) : ' ', { font: 'bold', size: 20 });
      paper.space(8);
    }
    const indent = Math.min(page.depth, 8) * 12;
    const top = pdf.y;
    const pieces = paper.pieces(printable(page.title) || ' ', look);
    new TextLines(pdf, pieces, paper.width(indent) - 40).draw(paper.left + indent, top, top);
    pdf.font('regular').fontSize(sizes.text).fillColor(look.colour);
    const number = { width: paper.width(), align: 'right', lineBreak: false } as const;
    pdf.text(String(numbers[index]), paper.left, top, number);
    pdf.goTo(paper.left, top, paper.width(), sizes.text * 1.4, destinations.ofPage(index));
    pdf.y = top + 15;
  }
}
