import type { Block, Document } from '../../api/contracts';

/** A block that both sides changed: what each has made of it. Absent where that side deleted it. */
export interface BlockConflict {
  key: string;
  mine?: Block;
  theirs?: Block;
}

interface MergedDocument {
  document: Document;
  /** Decided for `mine` in the document, until somebody says otherwise. */
  conflicts: BlockConflict[];
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const byKey = ({ nodes }: Document) =>
  new Map(nodes.flatMap((block) => (block.key === undefined ? [] : [[block.key, block] as const])));

/**
 * Brings the blocks that others changed into a document that was edited meanwhile. All three have the same ancestor `base`.
 * The order is that of `mine`; blocks that others inserted come after the block before which they stand.
 */
export function mergeBlocks(base: Document, mine: Document, theirs: Document): MergedDocument {
  const [before, own, other] = [byKey(base), byKey(mine), byKey(theirs)];
  const conflicts: BlockConflict[] = [];
  const merged = mine.nodes.flatMap((block): Block[] => {
    const { key } = block;
    const ancestor = key === undefined ? undefined : before.get(key);
    if (key === undefined || !ancestor) return [block];
    const changed = other.get(key);
    if (same(changed, ancestor) || same(changed, block)) return [block];
    if (same(block, ancestor)) return changed ? [changed] : [];
    conflicts.push({ key, mine: block, theirs: changed });
    return [block];
  });
  for (const [key, ancestor] of before) {
    const changed = other.get(key);
    if (!own.has(key) && changed && !same(changed, ancestor)) conflicts.push({ key, theirs: changed });
  }
  return { document: { ...mine, nodes: withInserted(merged, theirs, before, own) }, conflicts };
}

function withInserted(
  merged: Block[],
  theirs: Document,
  before: ReadonlyMap<string, Block>,
  own: ReadonlyMap<string, Block>,
): Block[] {
  const nodes = [...merged];
  let previous: string | undefined;
  for (const block of theirs.nodes) {
    const { key } = block;
    if (key === undefined) continue;
    if (!before.has(key) && !own.has(key)) {
      const at = previous === undefined ? 0 : nodes.findIndex((node) => node.key === previous) + 1;
      nodes.splice(at === 0 && previous !== undefined ? nodes.length : at, 0, block);
    }
    previous = key;
  }
  return nodes;
}

/** The document in which a conflict is decided for `theirs`. */
export function takeTheirs(document: Document, { key, theirs }: BlockConflict): Document {
  const isThere = document.nodes.some((block) => block.key === key);
  if (!isThere) return theirs ? { ...document, nodes: [...document.nodes, theirs] } : document;
  return {
    ...document,
    nodes: document.nodes.flatMap((block) => (block.key === key ? (theirs ? [theirs] : []) : [block])),
  };
}
