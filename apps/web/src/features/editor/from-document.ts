import type { Mark as EditorMark, Node } from 'prosemirror-model';
import type { Block, Document, Inline, Leaf } from '../../api/contracts';
import { isBlock, type DocumentNode } from '../documents/nodes';
import type { Origins } from './origins';
import { fromCards } from './card-nodes';
import { isContainer, nameOf, schema } from './schema';
import { fromTable } from './table-nodes';
import { withTrailingParagraph } from './trailing-paragraph';

/** The editor's document for one of the API; `origins` learns which block each node came from. */
export function fromDocument(document: Pick<Document, 'nodes'>, origins: Origins): Node {
  const blocks = document.nodes.map((block) => blockOf(block, origins));
  return schema.node('doc', null, withTrailingParagraph(blocks));
}

function blockOf(block: Block, origins: Origins): Node {
  const node = editable(block, origins) ?? schema.node('opaque', { block });
  origins.remember(node, block);
  return node;
}

/** Undefined for a block that the editor cannot show whole. */
function editable(block: Block, origins: Origins): Node | undefined {
  const { type, key = null, data, meta = null, nodes = [], fragments = [] } = block;
  const attributes = { key, data, meta };
  if (type === 'expandable') return expandable(block, attributes, origins);
  if (type === 'table') {
    const inner = (child: Block) => blockOf(child, origins);
    return fromTable(block, inner) ?? fromCards(block, inner);
  }
  if (fragments.length > 0) return undefined;
  if (type === 'divider') return schema.node('divider', attributes);
  if (type === 'code') return codeOf(nodes, attributes);
  const level = /^heading-([123])$/.exec(type)?.[1];
  // A paragraph without text that keeps a source, such as a comment, is no line to type in.
  if (type === 'paragraph' || level) {
    const inlines = nodes.some(({ object }) => object === 'block') ? undefined : inlinesOf(nodes);
    if (!inlines || (inlines.length === 0 && typeof data.source === 'string')) return undefined;
    return level
      ? schema.node('heading', { ...attributes, level: Number(level) }, inlines)
      : schema.node('paragraph', attributes, inlines);
  }
  if (!isContainer(type) || !nodes.every(isBlock) || nodes.length === 0) return undefined;
  const children = nodes.map((child) => blockOf(child as Block, origins));
  const nodeType = schema.nodes[nameOf(type)]!;
  return nodeType.validContent(nodeType.create(attributes, children).content)
    ? nodeType.create(attributes, children)
    : undefined;
}

function expandable({ nodes = [], fragments = [] }: Block, attributes: object, origins: Origins): Node | undefined {
  const [title, body, ...more] = fragments;
  if (nodes.length > 0 || more.length > 0 || title?.type !== 'expandable-title' || body?.type !== 'expandable-body')
    return undefined;
  const [line, ...lines] = title.nodes;
  if (line?.type !== 'paragraph' || lines.length > 0 || body.nodes.length === 0) return undefined;
  const inlines = inlinesOf(line.nodes ?? []);
  const head = schema.node('expandable_title', { key: line.key ?? null, data: line.data }, inlines);
  const blocks = body.nodes.map((child) => blockOf(child, origins));
  return schema.node('expandable', attributes, [head, schema.node('expandable_body', null, blocks)]);
}

/** Lines of plain text alone; code with marks or links stays opaque. */
function codeOf(nodes: readonly DocumentNode[], attributes: object): Node | undefined {
  const lines = nodes.map((line) => {
    const [text, ...more] = isBlock(line) && line.type === 'code-line' ? (line.nodes ?? []) : [];
    if (more.length > 0 || (text && text.object !== 'text') || Object.keys((line as Block).data).length > 0)
      return undefined;
    const leaves = text?.leaves ?? [];
    return leaves.every(({ marks, data }) => marks.length === 0 && !data)
      ? leaves.map((leaf) => leaf.text).join('')
      : undefined;
  });
  if (nodes.length === 0 || lines.includes(undefined)) return undefined;
  const source = lines.join('\n');
  return schema.node('code_block', attributes, source === '' ? [] : [schema.text(source)]);
}

function inlinesOf(nodes: readonly DocumentNode[]): Node[] {
  return nodes.flatMap((node) => {
    if (node.object === 'text') return node.leaves.flatMap((leaf) => leafOf(leaf, []));
    if (node.object === 'inline' && isPlainLink(node)) {
      const link = schema.mark('link', { data: node.data, key: node.key ?? null });
      return (node.nodes ?? []).flatMap((text) =>
        text.object === 'text' ? text.leaves.flatMap((leaf) => leafOf(leaf, [link])) : [],
      );
    }
    return [schema.node('opaque_inline', { inline: node })];
  });
}

const isPlainLink = ({ type, nodes = [], fragments = [] }: Inline): boolean =>
  type === 'link' &&
  nodes.length > 0 &&
  fragments.length === 0 &&
  nodes.every(({ object }) => object === 'text') &&
  nodes.some((text) => text.object === 'text' && text.leaves.some((leaf) => leaf.text !== ''));

function leafOf(leaf: Leaf, around: EditorMark[]): Node[] {
  const marks = leaf.marks.map(({ type, data }) =>
    isKnownMark(type) && !data ? schema.mark(type) : schema.mark('other', { type, data: data ?? null }),
  );
  if (leaf.data) return [schema.node('opaque_inline', { inline: { object: 'text', leaves: [leaf] } }, [], around)];
  return leaf.text === ''
    ? []
    : [
        schema.text(
          leaf.text,
          [...around, ...marks].reduce<readonly EditorMark[]>((set, mark) => mark.addToSet(set), []),
        ),
      ];
}

const isKnownMark = (type: string): boolean => type !== 'link' && type !== 'other' && type in schema.marks;
