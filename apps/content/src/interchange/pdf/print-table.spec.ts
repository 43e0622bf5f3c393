import { parseMarkdown } from '@bindery/documents';
import { Destinations } from './destinations';
import { PdfCanvas } from './pdf-canvas';
import { printTable } from './print-table';

interface DrawnText {
  text: string;
  font: string;
  link: unknown;
}

function print(markdown: string, spy: (pdf: PDFKit.PDFDocument) => void): void {
  const document = parseMarkdown(markdown);
  const paper = new PdfCanvas('Title');
  paper.pdf.addPage();
  spy(paper.pdf);
  const targets = new Destinations([{ id: 'page', title: 'Page', depth: 0, document }]).forPage(0);
  printTable(paper, document.nodes[0]!, 0, targets);
}

/** The drawn parts of the table of a text. */
function drawn(markdown: string): DrawnText[] {
  const parts: DrawnText[] = [];
  print(markdown, (pdf) => {
    jest.spyOn(pdf, 'text').mockImplementation(((text: string, _x: number, _y: number, options: DrawnText) => {
      const { name } = (pdf as unknown as { _font: { name: string } })._font;
      parts.push({ text: text.trim(), font: name, link: options.link });
      return pdf;
    }) as never);
  });
  return parts;
}

it('has text in cells as it is marked: code in its font, links as links', () => {
  const table = '| Name | Use |\n| --- | --- |\n| `width` | in **mm**, see [more](https://x.example) |\n';
  expect(drawn(table)).toEqual([
    { text: 'Name', font: 'DejaVuSans-Bold', link: null },
    { text: 'Use', font: 'DejaVuSans-Bold', link: null },
    { text: 'width', font: 'DejaVuSansMono', link: null },
    { text: 'in', font: 'DejaVuSans', link: null },
    { text: 'mm', font: 'DejaVuSans-Bold', link: null },
    { text: ', see', font: 'DejaVuSans', link: null },
    { text: 'more', font: 'DejaVuSans', link: 'https://x.example' },
  ]);
});

it('has links where their words are', () => {
  const [cells, links] = [jest.fn(), jest.fn()];
  print('| Name |\n| --- |\n| [more](https://x.example) |\n', (pdf) => {
    const { rect } = pdf;
    jest.spyOn(pdf, 'rect').mockImplementation((...area) => (cells(...area), rect.apply(pdf, area)));
    jest.spyOn(pdf, 'link').mockImplementation((...area) => (links(...area), pdf));
  });
  const [[, top, , height]] = cells.mock.calls.slice(-1) as [number[]];
  const [[, linkTop, , linkHeight]] = links.mock.calls as [number[]];
  expect(linkTop).toBeGreaterThanOrEqual(top!);
  expect(linkTop! + linkHeight!).toBeLessThanOrEqual(top! + height!);
});

it('prints the blocks of a cell below each other', () => {
  const cell = '<p>First</p><ul><li>second</li><li><code>third</code></li></ul>';
  const table = `<table><thead><tr><th>Name</th></tr></thead><tbody><tr><td>${cell}</td></tr></tbody></table>\n`;
  expect(drawn(table).map(({ text }) => text)).toEqual(['Name', 'First', 'second', 'third']);
});

it('prints the beginning of a cell that is too long', () => {
  const parts = drawn(`| Name |\n| --- |\n| \`code\` ${'word '.repeat(400)} |\n`);
  expect(parts.at(-1)!.text).toMatch(/…$/);
  expect(parts.map(({ text }) => text).join(' ').length).toBeLessThan(1_600);
});
