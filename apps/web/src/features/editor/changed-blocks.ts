import type { Block, Document } from '../../api/contracts';
import { childrenOf, isBlock } from '../documents/nodes';
import { textOf } from '../documents/plain-text';
import { isSameText } from './same-text';

/** The blocks that are new or changed since `base`; all blocks where some were deleted or moved alone. */
export function changedBlocks(base: Document, { nodes }: Document): Block[] {
  const before = new Map(base.nodes.map((block) => [block.key, block]));
  const changed = nodes.filter((block) => block.key === undefined || !isSameText(block, before.get(block.key)));
  return changed.length > 0 ? changed : nodes;
}

/** The text of blocks and of all that is in them, with a line for each paragraph. */
export const linesOf = (nodes: readonly Block[]): string => nodes.flatMap(linesIn).join('\n');

function linesIn(block: Block): string[] {
  const children = childrenOf(block);
  const inner = children.filter(isBlock);
  const text = textOf(children.filter((child) => !isBlock(child)));
  return [...(text !== '' || inner.length === 0 ? [text] : []), ...inner.flatMap(linesIn)];
}
