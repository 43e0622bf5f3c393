import { leaf, text as textOf } from './build';
import { sameMarks, sortMarks } from './marks';
import type { Block, Data, Document, Fragment, Inline, Leaf, Node, Text } from './model';
import { mediaUrlIn } from './media';
import { normaliseTable } from './normalise-table';
import { onOneLine } from './line-ends';

/**
 * The form of a document that Markdown holds exactly: for every document, the normal form of what is read back from
 * its Markdown equals its own. Nothing that a reader sees is dropped. It differs from the document in this:
 *
 * - keys of blocks, inlines, texts and fragments, and `meta`, which are generated;
 * - ids of table columns, records and cells, which are generated; records keep their order; empty cells are absent;
 * - text is split into leaves only where marks change, and texts that hold nothing are left out (one stays where
 *   there is nothing else); marks stand in canonical order, without duplicates; an icon, emoji or other inline has no
 *   marks;
 * - line ends are `\n`, U+0000 is U+FFFD; a kept piece of source within a text is on one line;
 * - data that is `undefined`, a list that starts at 1, a colour mark of default on default, and flags that are the
 *   default (`checked` of an item that is no task) say nothing;
 * - a list item or annotation that holds nothing holds an empty paragraph;
 * - links within links are their text;
 * - a block with the tag of a condition in a title, a label or the text of a picture stands within an `if` (`conditions.ts`).
 */
export function normalise(document: Document): Document {
  return { object: 'document', data: {}, nodes: document.nodes.map((node) => normaliseBlock(node)) };
}

export function normaliseBlock(node: Block): Block {
  const { object, type, isVoid } = node;
  const result: Block = { object, type, isVoid, data: normaliseData(node) };
  if (node.nodes) result.nodes = normaliseNodes(node.nodes);
  if (node.fragments) result.fragments = node.fragments.map(normaliseFragment);
  return type === 'table' ? normaliseTable(result) : withImplied(result);
}

/** Adds implied data that is absent, and removes implied data that is no longer true. */
function withImplied(node: Block): Block {
  if (node.type === 'embed' && node.data.source !== undefined && mediaUrlIn(node.data.source) !== node.data.url) {
    const { source: _, ...data } = node.data;
    return withImplied({ ...node, data });
  }
  if (node.type === 'list-item' && node.nodes?.length === 0) return { ...node, nodes: [emptyParagraph()] };
  if (node.type === 'image' && !node.fragments)
    return { ...node, fragments: [{ object: 'fragment', fragment: 'caption', nodes: [] }] };
  if ((node.type === 'embed' || node.type === 'file') && node.fragments?.every(({ nodes }) => nodes.length === 0)) {
    delete node.fragments;
  }
  return node;
}

const emptyParagraph = (): Block => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [textOf()],
});

function normaliseFragment({ object, fragment, type, nodes }: Fragment): Fragment {
  const blocks = nodes.map((node) => normaliseBlock(node));
  const result: Fragment = {
    object,
    nodes: type === 'annotation-body' && blocks.length === 0 ? [emptyParagraph()] : blocks,
  };
  if (fragment !== undefined) result.fragment = fragment;
  if (type !== undefined) result.type = type;
  return result;
}

function normaliseData({ type, data }: { type: string; data: Data }): Data {
  const entries = Object.entries(data).filter(([key, value]) => value !== undefined && !isDefault(type, key, value));
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Values that mean the same as their absence. */
function isDefault(type: string, key: string, value: unknown): boolean {
  if (type === 'list-ordered') return key === 'start' && value === 1;
  if (type === 'code-line') return key === 'highlighted' && value === false;
  if (type === 'expandable') return key === 'defaultExpanded' && value === false;
  return (type === 'image' || type === 'inline-image' || type === 'drawing') && key === 'alt' && value === '';
}

function normaliseNodes(nodes: Node[], inLink = false): Node[] {
  const result: Node[] = [];
  for (const node of nodes) {
    if (node.object === 'block') result.push(normaliseBlock(node));
    else if (node.object === 'inline') pushInline(result, node, inLink);
    else pushText(result, node.leaves);
  }
  return result.length > 0 || nodes.length === 0 ? result : [textOf()];
}

function pushInline(result: Node[], node: Inline, inLink: boolean): void {
  if (node.type === 'link' && inLink) {
    for (const child of normaliseNodes(node.nodes ?? [], true)) {
      if (child.object === 'text') pushText(result, child.leaves);
      else result.push(child);
    }
    return;
  }
  const inline: Inline = { object: 'inline', type: node.type, isVoid: node.isVoid, data: normaliseData(node) };
  if (node.nodes) inline.nodes = orText(normaliseNodes(node.nodes, inLink || node.type === 'link'));
  if (node.fragments) inline.fragments = node.fragments.map(normaliseFragment);
  result.push(inline);
}

const orText = (nodes: Node[]) => (nodes.length > 0 ? nodes : [textOf()]);

function pushText(result: Node[], leaves: Leaf[]): void {
  for (const part of leaves) {
    const added = normaliseLeaf(part);
    if (added.text === '' && !added.data) continue;
    const last = result.at(-1);
    const text: Text = last?.object === 'text' ? last : { object: 'text', leaves: [] };
    if (text !== last) result.push(text);
    const previous = text.leaves.at(-1);
    if (previous && !previous.data && !added.data && sameMarks(previous, added)) previous.text += added.text;
    else text.leaves.push(added);
  }
}

function normaliseLeaf(part: Leaf): Leaf {
  const characters = part.text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
  const seen = new Set<string>();
  const marks = sortMarks(part.marks).filter(({ type, data }) => {
    const isNothing =
      type === 'color' && (data?.text ?? 'default') === 'default' && (data?.background ?? 'default') === 'default';
    return !isNothing && !seen.has(type) && seen.add(type);
  });
  const result = leaf(
    characters,
    marks.map((mark) =>
      mark.type === 'color'
        ? {
            object: 'mark',
            type: 'color',
            data: { text: mark.data?.text ?? 'default', background: mark.data?.background ?? 'default' },
          }
        : { object: 'mark', type: mark.type },
    ),
  );
  // A line of its own could start a block.
  const source = part.data?.source && onOneLine(part.data.source);
  return source === undefined ? result : { ...result, data: { source } };
}
