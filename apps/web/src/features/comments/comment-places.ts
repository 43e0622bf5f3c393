import type { Block, Document } from '../../api/contracts';
import { childrenOf, isBlock } from '../documents/nodes';
import { textOf } from '../documents/plain-text';
import { readTable } from '../documents/table-rows';

/** A cell of a table, by its row and its column. */
export interface CellPlace {
  record: string;
  definition: string;
}

/** Something on a page that can be commented on. */
export interface Place<T> {
  value: T;
  label: string;
}

/** Letters of a block that tell which one it is. */
const shown = 60;

/** The blocks of a page that can be commented on, named by what they say. */
export const blockPlaces = ({ nodes }: Pick<Document, 'nodes'>): Place<string>[] =>
  nodes.flatMap((block) => (block.key === undefined ? [] : [{ value: block.key, label: nameOf(block) }]));

/** The text of a block, in short. */
export function nameOf(block: Block): string {
  const text = saidIn(block).replace(/\s+/g, ' ').trim();
  if (text === '') return block.type.replaceAll('-', ' ');
  return text.length > shown ? `${text.slice(0, shown).trimEnd()}…` : text;
}

const saidIn = (block: Block): string =>
  childrenOf(block)
    .map((node) => (isBlock(node) ? ` ${saidIn(node)}` : textOf([node])))
    .join('');

/** The cells of a table, named by their column and what they say; none where the block is no table. */
export function cellPlaces(block: Block): Place<CellPlace>[] {
  if (block.type !== 'table') return [];
  const { columns, rows } = readTable(block);
  return rows.flatMap(({ id: record, values }, index) =>
    columns.map(({ id: definition, title }, at) => {
      const cell = values[definition];
      const fragment = block.fragments?.find((one) => one.fragment === cell || one.key === cell);
      const said = fragment ? textOf(fragment.nodes).trim() : typeof cell === 'number' ? String(cell) : '';
      const label = `Row ${index + 1}, ${title || `column ${at + 1}`}${said && `: ${said}`}`;
      return { value: { record, definition }, label };
    }),
  );
}
