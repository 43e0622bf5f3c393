import type { Mark as EditorMark, Node } from 'prosemirror-model';
import type { Block, Document, Inline, Leaf, Mark, Text } from '../../api/contracts';
import { everyBlock } from '../documents/nodes';
import type { Origins } from './origins';
import { toCards } from './card-nodes';
import { typeOf } from './schema';
import { toTable } from './table-nodes';
import { writtenCount } from './trailing-paragraph';

type Data = Record<string, unknown>;

/** The document of the API for one of the editor. Blocks that nobody changed come back as they were. */
export function toDocument(node: Node, origins: Origins, data: Data): Document {
  const writer = new DocumentWriter(origins);
  const written = node.children.slice(0, writtenCount(node));
  return { object: 'document', data, nodes: written.map((child) => writer.block(child)) };
}

class DocumentWriter {
  /** A block that was split is two blocks: the first one keeps the key. */
  private readonly keys = new Set<string>();

  constructor(private readonly origins: Origins) {}

  block(node: Node): Block {
    const { name } = node.type;
    const before = name === 'opaque' ? (node.attrs.block as Block) : this.origins.unchanged(node);
    if (before && this.take(before)) return before;
    if (name === 'opaque') return { ...before!, key: undefined };
    const base = this.base(node);
    if (name === 'heading') return { ...base, type: `heading-${node.attrs.level as number}`, nodes: inlinesOf(node) };
    if (name === 'paragraph') return { ...base, nodes: inlinesOf(node) };
    if (name === 'divider') return { ...base, isVoid: true };
    if (name === 'code_block') return { ...base, type: 'code', nodes: node.textContent.split('\n').map(codeLine) };
    if (name === 'table') return { ...base, isVoid: true, ...toTable(node, (child) => this.block(child)) };
    if (name === 'cards')
      return { ...base, type: 'table', isVoid: true, ...toCards(node, (child) => this.block(child)) };
    if (name === 'expandable') return this.expandable(node, base);
    return { ...base, nodes: node.children.map((child) => this.block(child)) };
  }

  private base({ type, attrs }: Node): Block {
    const { key } = attrs as { key: string | null };
    const isFirst = key !== null && !this.keys.has(key);
    if (isFirst) this.keys.add(key);
    return {
      object: 'block',
      type: typeOf(type.name),
      ...(isFirst && { key }),
      isVoid: false,
      data: attrs.data as Data,
    };
  }

  private expandable(node: Node, base: Block): Block {
    const [title, body] = node.children;
    const line: Block = { ...this.base(title!), type: 'paragraph', nodes: inlinesOf(title!) };
    return {
      ...base,
      isVoid: true,
      fragments: [
        { object: 'fragment', fragment: 'expandable-title', type: 'expandable-title', nodes: [line] },
        {
          object: 'fragment',
          fragment: 'expandable-body',
          type: 'expandable-body',
          nodes: body!.children.map((child) => this.block(child)),
        },
      ],
    };
  }

  /** Whether a block and all within it may keep their keys, since none of them stands in the document already. */
  private take(block: Block): boolean {
    const keys = [...everyBlock([block])].flatMap(({ key }) => key ?? []);
    if (keys.some((key) => this.keys.has(key))) return false;
    for (const key of keys) this.keys.add(key);
    return true;
  }
}

const codeLine = (text: string): Block => ({
  object: 'block',
  type: 'code-line',
  isVoid: false,
  data: {},
  nodes: [textOf([leafOf(text, [])])],
});

const textOf = (leaves: Leaf[]): Text => ({ object: 'text', leaves });
const leafOf = (text: string, marks: Mark[]): Leaf => ({ object: 'leaf', text, marks });

/** Runs of text, with those of one link within that link. */
function inlinesOf(node: Node): (Inline | Text)[] {
  const inlines: (Inline | Text)[] = [];
  let link: EditorMark | undefined;
  for (const child of node.children) {
    const around = child.marks.find(({ type }) => type.name === 'link');
    const last = inlines.at(-1);
    const isSameLink = around !== undefined && link !== undefined && around.eq(link);
    link = around;
    if (!child.isText) {
      inlines.push(child.attrs.inline as Inline | Text);
      continue;
    }
    const leaf = leafOf(child.text!, marksOf(child));
    const [text] = around ? (last?.object === 'inline' && isSameLink ? (last.nodes ?? []) : []) : [last];
    if (text?.object === 'text' && !text.leaves.some(({ data }) => data)) text.leaves.push(leaf);
    else if (around) inlines.push(linkOf(around, textOf([leaf])));
    else inlines.push(textOf([leaf]));
  }
  return inlines.length > 0 ? inlines : [textOf([leafOf('', [])])];
}

const linkOf = ({ attrs }: EditorMark, text: Text): Inline => ({
  object: 'inline',
  type: 'link',
  ...(attrs.key !== null && { key: attrs.key as string }),
  isVoid: false,
  data: attrs.data as Data,
  nodes: [text],
});

const marksOf = ({ marks }: Node): Mark[] =>
  marks
    .filter(({ type }) => type.name !== 'link')
    .map(({ type, attrs }) =>
      type.name === 'other'
        ? { object: 'mark', type: attrs.type as string, ...(attrs.data !== null && { data: attrs.data as Data }) }
        : { object: 'mark', type: type.name },
    );
