import { Fragment, Slice, type Attrs, type Mark, type Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import { isObject } from '../../api/is-object';

/** Changes each object and text within a value. Answers the same value where nothing changes. */
type Change = (value: unknown) => unknown;

function mapped(value: unknown, change: Change): unknown {
  const next = change(value);
  if (next !== value) return next;
  if (Array.isArray(value)) {
    const items = value.map((item) => mapped(item, change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  return isObject(value) ? mappedFields(value, change) : value;
}

function mappedFields<T extends Readonly<Record<string, unknown>>>(value: T, change: Change): T {
  const entries = Object.entries(value).map(([name, field]): [string, unknown] => [name, mapped(field, change)]);
  return entries.some(([name, field]) => field !== value[name]) ? (Object.fromEntries(entries) as T) : value;
}

function mappedNode(node: Node, change: Change): Node {
  const marks = node.marks.map((mark) => mappedMark(mark, change));
  if (node.isText) return node.mark(marks);
  return node.type.create(mappedFields<Attrs>(node.attrs, change), mappedContent(node.content, change), marks);
}

const mappedMark = (mark: Mark, change: Change): Mark => mark.type.create(mappedFields<Attrs>(mark.attrs, change));

const mappedContent = ({ content }: Fragment, change: Change): Fragment =>
  Fragment.from(content.map((node) => mappedNode(node, change)));

/** The field of references to things of one space, by their kind. */
const ofSpaces: Record<string, string> = {
  page: 'page',
  anchor: 'page',
  'reusable-content': 'reusableContent',
  tag: 'tag',
};

/** A slice of a space as another space has it: references to its pages, reusable contents and tags say which space has them. */
export function fromSpace({ content, openStart, openEnd }: Slice, space: string): Slice {
  const named: Change = (value) => {
    if (!isObject(value) || typeof value.kind !== 'string' || value.space !== undefined) return value;
    const field = Object.hasOwn(ofSpaces, value.kind) ? ofSpaces[value.kind]! : undefined;
    return field && typeof value[field] === 'string' ? { ...value, space } : value;
  };
  return new Slice(mappedContent(content, named), openStart, openEnd);
}

/** The ids of the files that a slice shows. */
export function filesIn({ content }: Slice): string[] {
  const files = new Set<string>();
  const found: Change = (value) => {
    if (isObject(value) && value.kind === 'file' && typeof value.file === 'string') files.add(value.file);
    return value;
  };
  content.descendants(({ type, attrs, marks }) => {
    for (const part of [attrs, ...marks.map((mark) => mark.attrs)]) mapped(part, found);
    if (type.name === 'cell_value' && attrs.type === 'files' && Array.isArray(attrs.value))
      for (const file of attrs.value as unknown[]) if (typeof file === 'string') files.add(file);
  });
  return [...files];
}

/** Lets all that shows a file show another one. */
export function withFile({ doc, tr }: EditorState, before: string, file: string): Transaction {
  const change: Change = (value) => (value === before ? file : value);
  doc.descendants((node, position) => {
    for (const [name, value] of Object.entries(node.attrs)) {
      const next = mapped(value, change);
      if (next !== value) tr.setNodeAttribute(position, name, next);
    }
    for (const mark of node.marks) {
      const next = mappedMark(mark, change);
      if (!next.eq(mark))
        tr.removeMark(position, position + node.nodeSize, mark).addMark(position, position + node.nodeSize, next);
    }
  });
  return tr.setMeta('addToHistory', false);
}
