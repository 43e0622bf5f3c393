import type { Block, Data } from '@bindery/documents';
import { plainText } from '@bindery/documents';
import { beginning } from './graphemes';
import { printable } from './inline-runs';
import { sizes, type Paper } from './paper';

/** Columns and characters of a cell that are printed: more do not fit on a page. */
const maxColumns = 12;
const maxCell = 1_500;
const padding = 4;

/** Prints the rows of a table; one that does not fit begins a page. */
export function printTable(paper: Paper, { data, fragments = [] }: Block, indent: number): void {
  const view = (data.view ?? {}) as { columns?: string[] };
  const definition = (data.definition ?? {}) as Record<string, Data>;
  const columns = (view.columns ?? Object.keys(definition)).slice(0, maxColumns);
  const records = Object.values((data.records ?? {}) as Record<string, { orderIndex?: string; values?: Data }>);
  records.sort((a, b) => (String(a.orderIndex) < String(b.orderIndex) ? -1 : 1));
  const texts = new Map(
    fragments.map(({ fragment, key, nodes }) => [fragment ?? key, plainText({ object: 'document', data: {}, nodes })]),
  );
  if (columns.length === 0) return;
  const titles = columns.map((column) => String(definition[column]?.title ?? ''));
  if (titles.some((title) => title !== '')) row(paper, titles, indent, true);
  for (const { values = {} } of records) {
    const cells = columns.map((column) => cellText(values[column], definition[column], texts));
    row(paper, cells, indent, false);
  }
  paper.space();
}

function cellText(
  value: unknown,
  definition: Data | undefined,
  texts: ReadonlyMap<string | undefined, string>,
): string {
  if (typeof value === 'string' && texts.has(value)) return texts.get(value)!;
  const options = (definition?.options ?? []) as { value?: unknown; label?: unknown }[];
  const labels = new Map(options.map((option) => [option.value, option.label]));
  const one = (item: unknown): string => {
    const label = labels.get(item) ?? item;
    if (typeof label === 'boolean') return label ? 'yes' : 'no';
    return typeof label === 'string' || typeof label === 'number' ? String(label) : '';
  };
  return Array.isArray(value) ? value.map(one).join(', ') : one(value);
}

function row(paper: Paper, cells: readonly string[], indent: number, bold: boolean): void {
  const { pdf } = paper;
  const width = paper.width(indent) / cells.length;
  const inner = { width: width - 2 * padding };
  const shown = cells.map((cell) => {
    const text = printable(cell.length > maxCell ? `${beginning(cell, maxCell)}…` : cell);
    return paper.typefaces.whole(text, bold ? 'bold' : 'regular');
  });
  pdf.fontSize(sizes.small).fillColor('#1f2430');
  const tallest = Math.max(...shown.map(({ text, font }) => pdf.font(font).heightOfString(text || ' ', inner)));
  const height = Math.min(tallest, paper.bottom - pdf.page.margins.top - 2 * padding) + 2 * padding;
  paper.need(height);
  const top = pdf.y;
  for (const [index, { text, font }] of shown.entries()) {
    const left = paper.left + indent + index * width;
    pdf.rect(left, top, width, height).lineWidth(0.5).strokeColor('#c5cad3').stroke();
    pdf.font(font).text(text, left + padding, top + padding, { ...inner, height: height - padding, ellipsis: true });
  }
  pdf.y = top + height;
}
