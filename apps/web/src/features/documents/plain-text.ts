import type { Block, Document, Inline, Text } from '../../api/contracts';

/** The text of nodes, without their marks. */
export const textOf = (nodes: readonly (Block | Inline | Text)[] = []): string =>
  nodes
    .map((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : textOf(node.nodes)))
    .join('');

/** The text of a document of plain paragraphs, which are parted by empty lines. */
export const plainText = (document: Document): string =>
  document.nodes
    .map((node) => textOf([node]))
    .join('\n\n')
    .trim();

/** Whether a document is paragraphs of text without marks and links, so that `plainText` says all of it. */
export const isPlain = ({ nodes }: Document): boolean =>
  nodes.every(
    ({ type, nodes: inner = [] }) =>
      type === 'paragraph' &&
      inner.every((node) => node.object === 'text' && node.leaves.every(({ marks }) => marks.length === 0)),
  );

/** The hint of a field for plain text, which also warns of what a change removes from the document that is stored. */
export function plainTextHint(stored: Document | undefined, hint?: string): string | undefined {
  if (!stored || isPlain(stored)) return hint;
  const warning = 'A change is saved as plain text. Lists, links and formatting are removed.';
  return hint === undefined ? warning : `${hint} ${warning}`;
}

/** A paragraph of plain text. */
export const paragraphOf = (text: string): Block => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});

/** A document of paragraphs, one for each part of a text between empty lines. */
export const plainDocument = (text: string): Document => ({
  object: 'document',
  data: {},
  nodes: text.split(/\n\s*\n/).map((part) => paragraphOf(part.trim())),
});
