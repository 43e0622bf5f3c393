import type { Node } from 'prosemirror-model';
import type { Block } from '../../api/contracts';
import { isObject } from '../../api/is-object';
import { schema } from './schema';
import { Names, readTable, writeRows, type Column, type Data, type Frame } from './table-data';

/** The columns of cards: the ids of those that are cells, and of those that are the cover and the target of each card. */
interface CardColumns {
  cells: string[];
  cover?: string;
  target?: string;
}

type View = { coverDefinition?: unknown; coverDefinitionDark?: unknown; targetDefinition?: unknown };

/** Cards as nodes; undefined for a table of another look, and for cards that the editor cannot show whole. */
export function fromCards(block: Block, blockOf: (block: Block) => Node): Node | undefined {
  const { key, data, meta } = block;
  const { view, definition } = data;
  if (!isObject(view) || view.type !== 'cards' || !isObject(definition)) return undefined;
  const { coverDefinition, coverDefinitionDark, targetDefinition } = view as View;
  const besides = [coverDefinition, coverDefinitionDark, targetDefinition];
  const read = readTable(block, { cell: 'card_cell', besides, blockOf });
  if (!read || read.rows.length === 0) return undefined;
  const { columns, rows, frame } = read;
  const cover = idIn(definition, coverDefinition);
  const target = idIn(definition, targetDefinition);
  const cards = rows.map(({ attributes, cells }) => {
    const { values } = attributes;
    return schema.node('card', attributes, [
      ...partsOf('card_cover', cover && coverOf(values[cover])),
      ...cells,
      ...partsOf('card_target', target && dataIn(values[target])),
    ]);
  });
  const named: CardColumns = { cells: columns.map(({ id }) => id), ...(cover && { cover }), ...(target && { target }) };
  return schema.node('cards', { key: key ?? null, meta: meta ?? null, columns: named, frame }, cards);
}

const partsOf = (name: string, value: object | '' | undefined): Node[] => (value ? [schema.node(name, { value })] : []);
const dataIn = (value: unknown): Data | undefined => (isObject(value) ? value : undefined);

/** A cover is a reference, one with what it shows, or in columns of files the first of a list. */
function coverOf(value: unknown): Data | undefined {
  const [file] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof file !== 'string') return dataIn(value);
  return /^[\w-]+$/.test(file) ? { kind: 'file', file } : { kind: 'url', url: file };
}

const idIn = (definition: Data, id: unknown): string | undefined =>
  typeof id === 'string' && isObject(definition[id]) ? id : undefined;

/** The data and fragments of cards. A column for covers or targets is added where the first one is chosen. */
export function toCards(node: Node, blockOf: (node: Node) => Block): Pick<Block, 'data' | 'fragments'> {
  const { frame, columns } = node.attrs as { frame: Frame; columns: CardColumns };
  const { data } = frame;
  const definition = { ...(data.definition as Record<string, Column>) };
  const names = new Names(Object.keys(definition), 'c');
  const added = (part: string, type: string): string | undefined => {
    if (!node.children.some((card) => partOf(card, part))) return undefined;
    const id = names.claim(null);
    definition[id] = { id, title: '', type };
    return id;
  };
  const cover = columns.cover ?? added('card_cover', 'image');
  const target = columns.target ?? added('card_target', 'content-ref');
  const { records, fragments } = writeRows(node.children, {
    columns: columns.cells.map((id) => definition[id]!),
    frame,
    cellsOf: (card) => card.children.filter(({ type }) => type.name === 'card_cell'),
    valuesOf: (card) => ({
      ...(cover && { [cover]: coverIn(card, definition[cover]!) }),
      ...(target && { [target]: partOf(card, 'card_target')?.attrs.value as unknown }),
    }),
    blockOf,
  });
  const view = {
    ...(data.view as Data),
    ...(cover && { coverDefinition: cover }),
    ...(target && { targetDefinition: target }),
  };
  return { data: { ...data, view, records, definition }, fragments };
}

const partOf = (card: Node, name: string): Node | undefined => card.children.find(({ type }) => type.name === name);

/** The cover of a card as its column has it. */
function coverIn(card: Node, { id, type }: Column): unknown {
  const value = partOf(card, 'card_cover')?.attrs.value as Data | undefined;
  const before = (card.attrs.values as Data)[id];
  if (!value || JSON.stringify(value) === JSON.stringify(coverOf(before))) return value && before;
  const { file, url } = dataIn(value.ref) ?? value;
  return type === 'files' ? [file ?? url] : value;
}

/** A new card for columns like those of another one. */
export const emptyCard = (cells = 2): Node =>
  schema.node('card', null, [
    schema.node('card_cell', null, [schema.node('heading', { level: 3 })]),
    ...Array.from({ length: cells - 1 }, () => schema.node('card_cell', null, [schema.node('paragraph')])),
  ]);

/** Three new cards of a title and a text. */
export function emptyCards(): Node {
  const cells = ['c1', 'c2'];
  const column = (id: string) => ({ id, title: '', type: 'text', textAlignment: 'left' });
  const data = {
    view: { type: 'cards', cardSize: 'medium', columns: cells },
    records: {},
    definition: Object.fromEntries(cells.map((id) => [id, column(id)])),
  };
  const frame: Frame = { data, hidden: [] };
  return schema.node('cards', { columns: { cells }, frame }, [emptyCard(), emptyCard(), emptyCard()]);
}
