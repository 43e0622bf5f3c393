import type { Block, Document } from '../../api/contracts';
import { isSameText } from './same-text';

/** A block that both sides changed: what each has made of it. Absent where that side deleted it. */
export interface BlockConflict {
  key: string;
  mine?: Block;
  theirs?: Block;
  /** Of a block that this writer deleted: the keys of those before it in the other version, from the nearest one on. */
  behind?: readonly string[];
}

interface MergedDocument {
  document: Document;
  /** Decided for `mine` in the document, until somebody says otherwise. */
  conflicts: BlockConflict[];
}

const keysOf = ({ nodes }: Pick<Document, 'nodes'>): string[] => nodes.flatMap(({ key }) => key ?? []);
const byKey = ({ nodes }: Document) =>
  new Map(nodes.flatMap((block) => (block.key === undefined ? [] : [[block.key, block] as const])));

/**
 * Brings the blocks that others changed into a document that was edited meanwhile. All three have the same ancestor `base`.
 * The order is that of `theirs`, unless this writer has moved blocks; blocks that others inserted come after the block behind which
 * they stand. Blocks of `theirs` that are as they were in `sent` were written by this writer.
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
    if (own.has(key) || !changed || isSameText(changed, ancestor)) continue;
    const keys = keysOf(theirs);
    conflicts.push({ key, theirs: changed, behind: keys.slice(0, keys.indexOf(key)).reverse() });
  }
  const isMoved = !isInOrder(mine, base) || (sent && !isInOrder(mine, sent));
  const ordered = isMoved ? merged : inOrderOf(theirs, merged, new Set(keysOf(base)));
  return { document: { ...mine, nodes: withInserted(ordered, theirs, before, own) }, conflicts };
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

/** Whether the blocks that both documents have stand in the same order. */
function isInOrder(document: Document, other: Document): boolean {
  const [keys, others] = [keysOf(document), keysOf(other)];
  const [own, common] = [new Set(keys), new Set(others)];
  const expected = others.filter((key) => own.has(key));
  return keys.filter((key) => common.has(key)).every((key, index) => key === expected[index]);
}

/** The blocks with those of `anchors` in the order of `theirs`. All others stay behind the anchor before them. */
function inOrderOf(theirs: Document, blocks: readonly Block[], anchors: ReadonlySet<string>): Block[] {
  const places = new Map(keysOf(theirs).map((key, index) => [key, index]));
  const runs: { place: number; blocks: Block[] }[] = [{ place: -1, blocks: [] }];
  for (const block of blocks) {
    const place = block.key !== undefined && anchors.has(block.key) ? places.get(block.key) : undefined;
    if (place === undefined) runs.at(-1)!.blocks.push(block);
    else runs.push({ place, blocks: [block] });
  }
  return runs.sort((a, b) => a.place - b.place).flatMap((run) => run.blocks);
}

function withInserted(
  merged: readonly Block[],
  theirs: Document,
  before: ReadonlyMap<string, Block>,
  own: ReadonlyMap<string, Block>,
): Block[] {
  const nodes = [...merged];
  const there = new Set(nodes.map(({ key }) => key));
  // The nearest block before that is still there.
  let previous: string | undefined;
  for (const block of theirs.nodes) {
    const { key } = block;
    if (key === undefined) continue;
    if (!before.has(key) && !own.has(key)) {
      nodes.splice(previous === undefined ? 0 : nodes.findIndex((node) => node.key === previous) + 1, 0, block);
      there.add(key);
    }
    if (there.has(key)) previous = key;
  }
  return nodes;
}

/** Puts a block behind the first one of `keys` that is there, or before all. */
function putBehind(nodes: readonly Block[], block: Block, keys: readonly string[]): Block[] {
  const there = new Set(nodes.map(({ key }) => key));
  const found = keys.find((key) => there.has(key));
  const at = found === undefined ? 0 : nodes.findIndex(({ key }) => key === found) + 1;
  return [...nodes.slice(0, at), block, ...nodes.slice(at)];
}

/** The document in which a conflict is decided for `theirs`. */
export function takeTheirs(document: Document, { key, theirs, behind = [] }: BlockConflict): Document {
  const isThere = document.nodes.some((block) => block.key === key);
  if (!isThere) return theirs ? { ...document, nodes: putBehind(document.nodes, theirs, behind) } : document;
  return {
    ...document,
    nodes: document.nodes.flatMap((block) => (block.key === key ? (theirs ? [theirs] : []) : [block])),
  };
}
