import type { Block, Document, Fragment, Node } from './model';
import { contentHash, pairBlocks } from './pairing';

/**
 * A copy of `next` in which the blocks that stay keep the keys that they have in `previous`. Equal blocks are paired
 * first, in order and then wherever they moved; of the rest, blocks of one type whose words are alike. Inside of a pair
 * the same goes on. Blocks without a counterpart get no key (see `assignKeys`). Takes time in proportion to the size of both
 * documents.
 */
export function alignKeys(previous: Document, next: Document): Document {
  const hashes = new WeakMap<object, string>();
  return { ...next, nodes: alignBlocks(previous.nodes, next.nodes, hashes) };
}

type Hashes = WeakMap<object, string>;

function alignBlocks(previous: Block[], next: Block[], hashes: Hashes): Block[] {
  const pairs = pairBlocks(previous, next, hashes);
  return next.map((node, index) => {
    const match = pairs.get(index);
    const counterpart = match === undefined ? undefined : previous[match];
    return counterpart ? alignNode(counterpart, node, hashes) : withoutKeys(node);
  });
}

function alignNode<T extends Node | Fragment>(previous: T, next: T, hashes: Hashes): T {
  const copy: T = { ...next };
  delete copy.key;
  if (previous.key !== undefined) copy.key = previous.key;
  if (copy.object === 'text' || previous.object === 'text') return copy;
  if ('nodes' in copy && copy.nodes)
    (copy as { nodes: Node[] }).nodes = alignChildren(previous.nodes ?? [], copy.nodes, hashes);
  if ('fragments' in copy && copy.fragments && 'fragments' in previous) {
    copy.fragments = alignFragments(previous.fragments ?? [], copy.fragments, hashes);
  }
  return copy;
}

function alignChildren(previous: Node[], next: Node[], hashes: Hashes): Node[] {
  if (next.every(isBlock)) return alignBlocks(previous.filter(isBlock), next, hashes);
  return next.map((node, index) => {
    const match = previous[index];
    const same =
      match?.object === node.object && (match.object === 'text' || node.object === 'text' || match.type === node.type);
    return same && match ? alignNode(match, node, hashes) : withoutKeys(node);
  });
}

const isBlock = (node: Node): node is Block => node.object === 'block';

/** Fragments by their position among those with the same content, then by position alone. */
function alignFragments(previous: Fragment[], next: Fragment[], hashes: Hashes): Fragment[] {
  if (previous.length === next.length)
    return next.map((part, index) => alignNode(previous[index] as Fragment, part, hashes));
  const free = new Map<string, Fragment[]>();
  for (const part of previous) {
    const hash = contentHash(part, hashes);
    free.set(hash, [...(free.get(hash) ?? []), part]);
  }
  return next.map((part) => {
    const match = free.get(contentHash(part, hashes))?.shift();
    return match ? alignNode(match, part, hashes) : withoutKeys(part);
  });
}

function withoutKeys<T extends Node | Fragment>(node: T): T {
  const copy: T = { ...node };
  delete copy.key;
  if (copy.object === 'text') return copy;
  if ('nodes' in copy && copy.nodes) (copy as { nodes: Node[] }).nodes = copy.nodes.map((child) => withoutKeys(child));
  if ('fragments' in copy && copy.fragments) copy.fragments = copy.fragments.map((part) => withoutKeys(part));
  return copy;
}
