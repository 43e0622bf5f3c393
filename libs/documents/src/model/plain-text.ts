import type { Node } from './model';

/** The characters of inline content, without what inlines show by themselves except their text. */
export function plainText(nodes: Node[]): string {
  return nodes
    .map((node) => {
      if (node.object === 'text') return node.leaves.map((leaf) => leaf.text).join('');
      return node.nodes ? plainText(node.nodes) : '';
    })
    .join('');
}
