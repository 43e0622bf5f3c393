import type { Block, Fragment, Node } from '@bindery/documents';
import { textHash } from '../../storage/store/canonical-json';
import { contentOf, saysTheSame, withoutKeys } from './block-content';
import type { BothEdited, DeletedAndNeeded } from './conflict';
import { insertionsOf } from './insertions';
import { mergeOrder } from './merge-order';
import { decideFields, type Versions } from './three-way';

export type BlockFinding = BothEdited | DeletedAndNeeded;

/** Blocks whose parts have no meaning on their own: they are merged as a whole. */
const wholes = new Set(['code', 'table']);

/**
 * Merges lists of blocks by their keys. A block that one side edited is taken from that side; one that both edited is
 * merged inside if it contains blocks, else both versions are kept. `findings` lists the blocks that both sides changed.
 */
export class BlockMerge {
  readonly findings: BlockFinding[] = [];

  list(base: readonly Block[], main: readonly Block[], draft: readonly Block[]): Block[] {
    const [before, ofMain, given] = [blocksByKey(base), blocksByKey(main), blocksByKey(draft)];
    const { same, rewritten } = insertionsOf(before, ofMain, given);
    const ofDraft = new Map([...given].map(([key, block]) => [same.get(key) ?? key, block]));
    for (const [block, draftVersion] of rewritten) this.findings.push({ reason: 'both-edited', block, draftVersion });
    const merged = new Map<string, Block[]>();
    for (const key of new Set([...ofMain.keys(), ...ofDraft.keys()])) {
      const blocks = this.block(key, { base: before.get(key), main: ofMain.get(key), draft: ofDraft.get(key) });
      if (blocks.length > 0) merged.set(key, blocks);
    }
    const kept = (blocks: ReadonlyMap<string, Block>) => [...blocks.keys()].filter((key) => merged.has(key));
    return mergeOrder([...before.keys()], kept(ofMain), kept(ofDraft)).flatMap((key) => merged.get(key)!);
  }

  /** The result for a block: nothing, itself, or both versions of it. */
  private block(key: string, { base, main, draft }: Versions<Block>): Block[] {
    if (main && draft) return this.both(key, base, main, draft);
    const left = main ?? draft!;
    if (!base) return [left];
    if (saysTheSame(base, left)) return [];
    this.findings.push({ reason: 'deleted', deletedIn: main ? 'draft' : 'main', block: key });
    return [left];
  }

  private both(key: string, base: Block | undefined, main: Block, draft: Block): Block[] {
    if (saysTheSame(main, draft) || (base && saysTheSame(base, draft))) return [main];
    if (base && saysTheSame(base, main)) return [draft];
    const inside = base && this.inside(base, main, draft);
    if (inside) return [inside];
    const draftVersion = textHash(`${key} ${contentOf(draft)}`).slice(0, 16);
    this.findings.push({ reason: 'both-edited', block: key, draftVersion });
    return [main, { ...withoutKeys(draft), key: draftVersion }];
  }

  /** The block merged from its parts; undefined where its parts are no blocks, or do not distinguish the sides. */
  private inside(base: Block, main: Block, draft: Block): Block | undefined {
    const all = [base, main, draft];
    if (wholes.has(base.type) || all.some(({ type }) => type !== base.type)) return undefined;
    const { values: data, conflicts } = decideFields({ base: base.data, main: main.data, draft: draft.data });
    if (conflicts.length > 0 || !all.every(({ nodes = [] }) => nodes.every(isBlock))) return undefined;
    const names = fragmentNames(base);
    if (!all.every((block) => fragmentNames(block) === names)) return undefined;
    const nodes = this.list(blocksOf(base), blocksOf(main), blocksOf(draft));
    const fragments = main.fragments?.map((part, index) => ({
      ...part,
      nodes: this.list(base.fragments![index]!.nodes, part.nodes, draft.fragments![index]!.nodes),
    }));
    return { ...main, data, ...(main.nodes && { nodes }), ...(fragments && { fragments }) };
  }
}

const isBlock = (node: Node): node is Block => node.object === 'block';
const blocksOf = ({ nodes = [] }: Block): Block[] => nodes.filter(isBlock);
const fragmentNames = ({ fragments = [] }: Block): string =>
  JSON.stringify(fragments.map(({ fragment, type }: Fragment) => [fragment, type]));

/** A block without a key is identified by its content. */
export function blocksByKey(blocks: readonly Block[]): Map<string, Block> {
  const found = new Map<string, Block>();
  for (const block of blocks) {
    let key = block.key ?? textHash(contentOf(block));
    while (found.has(key)) key = `${key}+`;
    found.set(key, block);
  }
  return found;
}
