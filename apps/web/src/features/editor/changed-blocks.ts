import type { Block, Document } from '../../api/contracts';
import { textOf } from '../documents/plain-text';
import { isSameText } from './same-text';

/** The blocks that are new or changed since `base`; all blocks where some were deleted or moved alone. */
export function changedBlocks(base: Document, { nodes }: Document): Block[] {
  const before = new Map(base.nodes.map((block) => [block.key, block]));
  const changed = nodes.filter((block) => block.key === undefined || !isSameText(block, before.get(block.key)));
  return changed.length > 0 ? changed : nodes;
}

/** The text of blocks, with a line for each paragraph. */
export const linesOf = (nodes: readonly Block[]): string =>
  nodes
    .map((node) => {
      const inner = (node.nodes ?? []).filter((child): child is Block => child.object === 'block');
      return inner.length > 0 ? linesOf(inner) : textOf([node]);
    })
    .join('\n');
