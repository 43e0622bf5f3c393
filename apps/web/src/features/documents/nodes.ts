import type { Block, Inline, Text } from '../../api/contracts';

export type DocumentNode = Block | Inline | Text;

export const isBlock = (node: DocumentNode): node is Block => node.object === 'block';

/** The nodes directly within a block: its own, then those of its fragments. */
export const childrenOf = ({ nodes = [], fragments = [] }: Block): DocumentNode[] => [
  ...nodes,
  ...fragments.flatMap((fragment) => fragment.nodes),
];

/** The blocks among nodes and within them, at any depth, in the order of readers. */
export function* everyBlock(nodes: readonly DocumentNode[]): Generator<Block> {
  for (const node of nodes) {
    if (!isBlock(node)) continue;
    yield node;
    yield* everyBlock(childrenOf(node));
  }
}

/** A block or an inline with other nodes in the place of those directly within it and within its fragments. */
export function withChildren<T extends Block | Inline>(
  node: T,
  change: <N extends DocumentNode>(nodes: readonly N[]) => N[],
): T {
  const { nodes, fragments } = node as Block;
  return {
    ...node,
    ...(nodes && { nodes: change(nodes) }),
    ...(fragments && { fragments: fragments.map((one) => ({ ...one, nodes: change(one.nodes) })) }),
  };
}
