import type { Document } from '../../api/contracts';

/** The text of a document of plain paragraphs, which are parted by empty lines. */
export const plainText = (document: Document): string =>
  document.nodes
    .map((node) => textOf(node))
    .join('\n\n')
    .trim();

function textOf(node: unknown): string {
  const { nodes, leaves, text } = node as { nodes?: unknown[]; leaves?: { text: string }[]; text?: string };
  if (leaves) return leaves.map((leaf) => leaf.text).join('');
  return nodes ? nodes.map(textOf).join('') : (text ?? '');
}

/** A document of paragraphs, one for each part of a text between empty lines. */
export const plainDocument = (text: string): Document =>
  ({
    object: 'document',
    data: {},
    nodes: text
      .split(/\n\s*\n/)
      .map((part) => part.trim())
      .map((part) => ({
        object: 'block',
        type: 'paragraph',
        isVoid: false,
        data: {},
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: part, marks: [] }] }],
      })),
  }) as unknown as Document;
