import { rename } from './rename-element';

/** Far more than any page shows; a small number in a `colspan` could make a huge table. */
const maximumColumns = 100;

/** Tables of other programs, with a cell for each place. The editor makes titles of the cells in the first row. */
export function pastedTables(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) spread(table);
  for (const title of body.querySelectorAll('th')) rename(title, 'td');
}

/** A cell that spans several places stands in the first of them, and the others are empty (HTML, "Forming a table"). */
function spread(table: HTMLTableElement): void {
  /** The rows that a cell above still covers, by column. */
  const covered: number[] = [];
  for (const row of table.rows) {
    let column = 0;
    const skipCovered = (next: Element | null) => {
      for (; (covered[column] ?? 0) > 0; column++) {
        covered[column]!--;
        row.insertBefore(document.createElement('td'), next);
      }
    };
    for (const cell of [...row.cells]) {
      skipCovered(cell);
      const width = Math.max(1, Math.min(spanOf(cell, 'colspan'), maximumColumns - column));
      const height = spanOf(cell, 'rowspan');
      cell.after(...Array.from({ length: width - 1 }, () => document.createElement('td')));
      for (let index = 0; index < width; index++) covered[column++] = height - 1;
      cell.removeAttribute('colspan');
      cell.removeAttribute('rowspan');
    }
    for (; column < covered.length; column++) {
      if ((covered[column] ?? 0) > 0) row.append(document.createElement('td'));
      covered[column] = Math.max(0, (covered[column] ?? 0) - 1);
    }
  }
}

const spanOf = (cell: Element, name: string): number =>
  Math.max(1, Number.parseInt(cell.getAttribute(name) ?? '1', 10) || 1);
