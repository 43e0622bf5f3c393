import type { Block, Document } from '../../api/contracts';
import { isSameText } from './same-text';

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

const byKey = ({ nodes }: Document) =>
  new Map(nodes.flatMap((block) => (block.key === undefined ? [] : [[block.key, block] as const])));

/**
 * Brings the blocks that others changed into a document that was edited meanwhile. All three have the same ancestor `base`.
 * The order is that of `edited`; blocks that others inserted come after the block before which they stand. Blocks of `theirs`
 * that are as they were in `sent` were written by this writer.
 */
export function mergeBlocks(base: Document, edited: Document, theirs: Document, sent?: Document): MergedDocument {
  const before = sent ? withSent(byKey(base), theirs, sent) : byKey(base);
  const mine = withKeys(edited, before);
  const [own, other] = [byKey(mine), byKey(theirs)];
  const conflicts: BlockConflict[] = [];
  const merged = mine.nodes.flatMap((block): Block[] => {
    const { key } = block;
    const ancestor = key === undefined ? undefined : before.get(key);
    if (key === undefined || !ancestor) return [block];
    const changed = other.get(key);
    if (isSameText(changed, ancestor) || isSameText(changed, block)) return [block];
    if (isSameText(block, ancestor)) return changed ? [changed] : [];
    conflicts.push({ key, mine: block, theirs: changed });
    return [block];
  });
  for (const [key, ancestor] of before) {
    const changed = other.get(key);
    if (!own.has(key) && changed && !isSameText(changed, ancestor)) conflicts.push({ key, theirs: changed });
  }
  return { document: { ...mine, nodes: withInserted(merged, theirs, before, own) }, conflicts };
}

/** The document, in which new blocks have the keys of the saved blocks with the same text. */
function withKeys(document: Document, before: ReadonlyMap<string, Block>): Document {
  const own = byKey(document);
  const missing = [...before].filter(([key]) => !own.has(key));
  const nodes = document.nodes.map((block) => {
    const at = block.key === undefined ? missing.findIndex(([, one]) => isSameText(one, block)) : -1;
    return at < 0 ? block : { ...block, key: missing.splice(at, 1)[0]![0] };
  });
  return { ...document, nodes };
}

/** The blocks that `mine` and `theirs` have in common, where a write of `sent` may have arrived. */
function withSent(base: ReadonlyMap<string, Block>, theirs: Document, sent: Document): ReadonlyMap<string, Block> {
  const [own, other] = [byKey(sent), byKey(theirs)];
  const common = new Map(base);
  for (const key of new Set([...base.keys(), ...own.keys()])) {
    const block = other.get(key);
    if (!isSameText(block, own.get(key))) continue;
    if (block) common.set(key, block);
    else common.delete(key);
  }
  // Blocks that were new have got their keys from the platform.
  const added = sent.nodes.filter(({ key }) => key === undefined);
  for (const [key, block] of other) {
    if (base.has(key) || own.has(key)) continue;
    const at = added.findIndex((one) => isSameText(one, block));
    if (at < 0) continue;
    added.splice(at, 1);
    common.set(key, block);
  }
  return common;
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
