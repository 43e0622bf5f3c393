import type { Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { schema } from './schema';

/** Whether text can be typed behind a block that is the last one. */
const endsInText = ({ type }: Node): boolean => type === schema.nodes.paragraph || type === schema.nodes.heading;

/** The blocks with an empty paragraph behind them, unless text can be typed there already. It is no block of the document. */
export function withTrailingParagraph(blocks: readonly Node[]): readonly Node[] {
  const last = blocks.at(-1);
  return last && endsInText(last) ? blocks : [...blocks, schema.node('paragraph')];
}

/** The number of blocks without the empty paragraph at the end, which stays unwritten until something is typed. */
export function writtenCount({ childCount, lastChild }: Node): number {
  const isUnwritten =
    lastChild?.type === schema.nodes.paragraph && lastChild?.attrs.key === null && lastChild?.content.size === 0;
  return isUnwritten ? childCount - 1 : childCount;
}

/** Keeps a place to go on behind the last block. */
export const trailingParagraph = new Plugin({
  appendTransaction: (_, __, { doc, tr }) =>
    doc.lastChild && endsInText(doc.lastChild)
      ? null
      : tr.insert(doc.content.size, schema.node('paragraph')).setMeta('addToHistory', false),
});
