import { buffer } from 'node:stream/consumers';
import { printable } from './inline-runs';
import { Paper, sizes } from './paper';
import type { PdfTask } from './pdf-task';
import { BlockPrinter } from './print-blocks';

/** Entries of the table of contents on one page. */
const entriesPerPage = 40;

/** A PDF with a table of contents, then every page on a page of its own. */
export async function printPdf({ title, pages, images }: PdfTask): Promise<Buffer> {
  const paper = new Paper(printable(title));
  const bytes = buffer(paper.pdf);
  const hasContents = pages.length > 1;
  const contents = hasContents ? Math.ceil(pages.length / entriesPerPage) : 0;
  for (let page = 0; page < contents; page++) paper.pdf.addPage();
  const printer = new BlockPrinter(paper, images);
  const numbers: number[] = [];
  const outlines: PDFKit.PDFOutline[] = [paper.pdf.outline];
  for (const [index, page] of pages.entries()) {
    paper.pdf.addPage();
    numbers.push(paper.pages);
    paper.pdf.addNamedDestination(`page-${index}`);
    const above = outlines[Math.min(page.depth, outlines.length - 1)]!;
    outlines.length = outlines.indexOf(above) + 1;
    outlines.push(above.addItem(printable(page.title)));
    paper.line(printable(page.title), { font: 'bold', size: 20 });
    paper.space(6);
    if (page.description) paper.line(printable(page.description), { colour: '#5b6472' });
    paper.space(6);
    printer.blocks(page.document.nodes);
  }
  if (hasContents) printContents(paper, title, pages, numbers);
  paper.pdf.end();
  return bytes;
}

function printContents(paper: Paper, title: string, pages: PdfTask['pages'], numbers: readonly number[]): void {
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
    const options = { goTo: `page-${index}`, lineBreak: false, ellipsis: true, height: sizes.text * 1.4 };
    const { text, font } = paper.typefaces.whole(printable(page.title), 'regular');
    pdf.font(font).fontSize(sizes.text).fillColor('#1f2430');
    pdf.text(text, paper.left + indent, top, { ...options, width: paper.width(indent) - 40 });
    pdf
      .font('regular')
      .text(String(numbers[index]), paper.left, top, { ...options, width: paper.width(), align: 'right' });
    pdf.y = top + 15;
  }
}
