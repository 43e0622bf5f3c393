import type { Node } from 'prosemirror-model';
import type { Block } from '../../api/contracts';

/**
 * Remembers which block of the API each node of the editor was made from. Nodes never change, so a node that is still in the
 * document is still that block, to the last detail: what nobody edited is sent back as it came.
 */
export class Origins {
  private readonly byNode = new WeakMap<Node, Block>();
  private readonly byKey = new Map<string, { node: Node; block: Block }>();

  remember(node: Node, block: Block): void {
    this.byNode.set(node, block);
    if (block.key !== undefined) this.byKey.set(block.key, { node, block });
  }

  /** The block of a node that is as it was; also of one that was changed and changed back. */
  unchanged(node: Node): Block | undefined {
    const block = this.byNode.get(node);
    if (block) return block;
    const before = this.byKey.get(node.attrs.key as string);
    return before?.node.eq(node) ? before.block : undefined;
  }
}
