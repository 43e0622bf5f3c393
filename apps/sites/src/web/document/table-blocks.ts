import { tableHeaders, type Block } from '@bindery/documents';
import { attributes, html, nothing, type Html } from '@bindery/html';
import type { BlockWriter, DocumentWriter } from './document-writer';
import { pictureOf } from './pictures';
import { fieldsIn, linkAttributes, refIn, textIn } from './references';
import { cellOf, imageData } from './table-cell';
import { tableData, type Column, type TableData } from './table-data';

const table: BlockWriter = (block, writer) => {
  const data = tableData(block);
  return data.view.type === 'cards' ? cards(block, data, writer) : grid(block, data, writer);
};

function grid(block: Block, { view, columns, rows }: TableData, writer: DocumentWriter): Html {
  const widths = fieldsIn(view.columnWidths);
  const headers = tableHeaders(block);
  const head = html`<thead${attributes({ class: view.hideHeader === true ? 'unseen' : undefined })}>
    <tr>
      ${columns.map(
        (column) =>
          html`<th${attributes({ scope: 'col', class: textAlignment(column), width: pixels(widths[column.id]) })}>
            ${headers.has(column.id) ? writer.inlines(headers.get(column.id)) : column.title}
          </th>`,
      )}
    </tr>
  </thead>`;
  const body = rows.map(
    (row) =>
      html`<tr>
        ${columns.map(
          (column) =>
            html`<td${attributes({ class: textAlignment(column) })}>${cellOf(block, column, row[column.id], writer)}</td>`,
        )}
      </tr>`,
  );
  return html`<div class="table" tabindex="0" role="group" aria-label="${writer.labels.table}">
    <table>
      ${head}
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}

const textAlignment = ({ textAlignment: side }: Column): string | undefined =>
  side === 'center' ? 'align-center' : side === 'right' ? 'align-end' : undefined;

const pixels = (width: unknown): number | undefined =>
  typeof width === 'number' && width > 0 && width < 2_000 ? Math.round(width) : undefined;

function cards(block: Block, { view, columns, rows }: TableData, writer: DocumentWriter): Html {
  return html`<ul class="cards by-${inRow(rows.length, view.cardSize === 'large')}">
    ${rows.map((row) => card(block, view, columns, row, writer))}
  </ul>`;
}

/** The number of cards in a row that leaves the fewest rows half empty. */
function inRow(count: number, isLarge: boolean): number {
  if (isLarge || count < 3) return Math.min(count, 2);
  if (count % 3 === 0) return 3;
  return count % 4 === 0 ? 4 : 3;
}

function card(
  block: Block,
  view: Record<string, unknown>,
  columns: readonly Column[],
  row: Record<string, unknown>,
  writer: DocumentWriter,
): Html {
  const cover = coverOf(view, row, writer);
  const shown = columns.filter(
    ({ id }) => ![view.targetDefinition, view.coverDefinition, view.coverDefinitionDark].includes(id),
  );
  const cells = shown.map((column) => cellOf(block, column, row[column.id], writer)).filter(({ markup }) => markup);
  const target = refIn(row[textIn(view.targetDefinition)]);
  const href = target && writer.references.href(target);
  const name = (target && writer.references.title(target)) ?? href;
  // A card contains links, so its target is a link beside them which the style sheet spreads over the card.
  const link = href
    ? html`<a${attributes({ class: 'target', ...linkAttributes(href, writer.references), 'aria-label': name })}></a>`
    : undefined;
  return html`<li>${cover}${cells.map((cell) => html`<div>${cell}</div>`)}${link}</li>`;
}

function coverOf(view: Record<string, unknown>, row: Record<string, unknown>, { references }: DocumentWriter): Html {
  const { ref, alt } = imageData(firstOf(row[textIn(view.coverDefinition)]));
  if (!refIn(ref)) return nothing;
  const dark = imageData(firstOf(row[textIn(view.coverDefinitionDark)])).ref;
  return pictureOf({ ref, refDark: dark }, references, { alt: textIn(alt), className: 'cover' });
}

/** Covers may be in a column of files, whose values are lists of ids. */
function firstOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return typeof value[0] === 'string' ? { kind: 'file', file: value[0] } : value[0];
}

export const tableBlocks: Record<string, BlockWriter> = { table };
