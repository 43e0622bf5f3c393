import type { Block, Data } from '@bindery/documents';
import type { LinkTargets } from './destinations';
import { beginning } from './graphemes';
import { lineRuns, plainRun, type Run } from './inline-runs';
import { sizes, type PdfCanvas } from './pdf-canvas';
import { TextLines } from './text-lines';

/** The maximum of printed columns and of characters in a cell: more do not fit on a page. */
const maxColumns = 12;
const maxCell = 1_500;
const padding = 4;

/** Points between cards, and of their padding. */
const gap = 8;
const inset = 8;

/** The content of a cell. */
type Cell = readonly Run[];
type Cells = ReadonlyMap<string | undefined, Cell>;

/** Prints the rows of a table, or its cards; one that does not fit begins a page. */
export function printTable(
  paper: PdfCanvas,
  { data, fragments = [] }: Block,
  indent: number,
  targets: LinkTargets,
): void {
  const view = (data.view ?? {}) as { type?: string; columns?: string[] };
  const definition = (data.definition ?? {}) as Record<string, Data>;
  const records = Object.values((data.records ?? {}) as Record<string, { orderIndex?: string; values?: Data }>);
  records.sort((a, b) => (String(a.orderIndex) < String(b.orderIndex) ? -1 : 1));
  const cells: Cells = new Map(
    fragments.map(({ fragment, key, nodes }) => [fragment ?? key, lineRuns(nodes, targets)]),
  );
  const cellIn = (values: Data, column: string) => cellOf(values[column], definition[column], cells);
  const titleOf = (column: string) => String(definition[column]?.title ?? '');
  const all = view.columns ?? Object.keys(definition);
  if (view.type === 'cards') {
    const cards = records.map(({ values = {} }) => all.map((column) => cellIn(values, column)).filter(isPrinted));
    for (const card of cards) if (card.length > 0) printCard(paper, card, indent);
    return paper.space();
  }
  // A column of images only has nothing to print.
  const columns = all
    .filter((column) => titleOf(column) || records.some(({ values = {} }) => isPrinted(cellIn(values, column))))
    .slice(0, maxColumns);
  if (columns.length === 0) return;
  const titles = columns.map(titleOf);
  if (titles.some((title) => title !== ''))
    row(
      paper,
      titles.map((title) => [plainRun(title)]),
      indent,
      true,
    );
  for (const { values = {} } of records)
    row(
      paper,
      columns.map((column) => cellIn(values, column)),
      indent,
      false,
    );
  paper.space();
}

/** A card with its parts below each other in one frame, the first as its title. */
function printCard(paper: PdfCanvas, parts: readonly Cell[], indent: number): void {
  const { pdf } = paper;
  const width = paper.width(indent);
  const texts = parts.map((part, index) => {
    const pieces = paper.runPieces(cut(part), index === 0 ? sizes.text : sizes.small, index === 0);
    return new TextLines(pdf, pieces, width - 2 * inset);
  });
  const most = paper.bottom - pdf.page.margins.top;
  const height = Math.min(most, 2 * inset + texts.reduce((sum, lines) => sum + lines.height + 2, -2));
  paper.need(height);
  const [left, top] = [paper.left + indent, pdf.y];
  pdf.roundedRect(left, top, width, height, 4).lineWidth(0.5).strokeColor('#c5cad3').stroke();
  let y = top + inset;
  for (const lines of texts) {
    if (y >= top + height - inset) break;
    lines.draw(left + inset, y, top + height - inset + 1);
    y += lines.height + 2;
  }
  pdf.x = paper.left;
  pdf.y = top + height + gap;
}

const isPrinted = (cell: Cell): boolean => cell.some(({ text }) => text.trim() !== '');

/** The beginning of a cell. */
function cut(cell: Cell): Run[] {
  const printed: Run[] = [];
  let left = maxCell;
  for (const run of cell) {
    const text = beginning(run.text, left);
    if (text !== run.text) return [...printed, { ...run, text: `${text}…` }];
    printed.push(run);
    left -= text.length;
  }
  return printed;
}

function cellOf(value: unknown, definition: Data | undefined, cells: Cells): Cell {
  if (typeof value === 'string' && cells.has(value)) return cells.get(value)!;
  const options = (definition?.options ?? []) as { value?: unknown; label?: unknown }[];
  const labels = new Map(options.map((option) => [option.value, option.label]));
  const one = (item: unknown): string => {
    const label = labels.get(item) ?? item;
    if (typeof label === 'boolean') return label ? 'yes' : 'no';
    return typeof label === 'string' || typeof label === 'number' ? String(label) : '';
  };
  return [plainRun(Array.isArray(value) ? value.map(one).join(', ') : one(value))];
}

function row(paper: PdfCanvas, cells: readonly Cell[], indent: number, bold: boolean): void {
  const { pdf } = paper;
  const width = paper.width(indent) / cells.length;
  const shown = cells.map((cell) => {
    const pieces = paper.runPieces(isPrinted(cell) ? cut(cell) : [plainRun(' ')], sizes.small, bold);
    return new TextLines(pdf, pieces, width - 2 * padding);
  });
  const tallest = Math.max(...shown.map((lines) => lines.height));
  const height = Math.min(tallest, paper.bottom - pdf.page.margins.top - 2 * padding) + 2 * padding;
  paper.need(height);
  const top = pdf.y;
  for (const [index, lines] of shown.entries()) {
    const left = paper.left + indent + index * width;
    pdf.rect(left, top, width, height).lineWidth(0.5).strokeColor('#c5cad3').stroke();
    const rest = lines.draw(left + padding, top + padding, top + height - padding + 1);
    if (rest > 0)
      pdf.font('regular').text('…', left + width - 3 * padding, top + height - 3 * padding, { lineBreak: false });
  }
  pdf.x = paper.left;
  pdf.y = top + height;
}
