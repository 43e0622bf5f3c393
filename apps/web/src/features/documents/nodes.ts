import type { Block, Inline, Text } from '../../api/contracts';

export type DocumentNode = Block | Inline | Text;

export const isBlock = (node: DocumentNode): node is Block => node.object === 'block';

/** The nodes directly within a block or an inline: its own, then those of its fragments. */
export const childrenOf = ({ nodes = [], fragments = [] }: Pick<Block, 'nodes' | 'fragments'>): DocumentNode[] => [
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

/** The blocks that an annotation says about its text; undefined for every other node. */
export const noteOf = ({ type, fragments }: Pick<Block | Inline, 'type' | 'fragments'>) =>
  type === 'annotation' ? fragments?.find((fragment) => fragment.fragment === 'annotation-body')?.nodes : undefined;

/** The annotations among nodes and within them, at any depth, in the order of readers. */
export function* annotationsIn(nodes: readonly DocumentNode[]): Generator<Inline> {
  for (const node of nodes) {
    if (node.object === 'text') continue;
    if (node.object === 'inline' && noteOf(node)) yield node;
    yield* annotationsIn(childrenOf(node));
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
