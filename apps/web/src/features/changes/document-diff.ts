import type { Block, Inline, Leaf, Mark } from '../../api/contracts';
import { isBlock, withChildren, type DocumentNode } from '../documents/nodes';
import { joinAcrossSpaces, runsOf, wordsOf, type Run } from './word-diff';

/** A block of a page, and what became of it; the words of a changed one are marked. */
export interface DiffRow {
  kind: 'same' | 'added' | 'removed' | 'changed' | 'moved';
  block: Block;
}

/** The marks by which the words of a changed block are shown. */
export const removedMark: Mark = { object: 'mark', type: 'diff-removed' };
export const insertedMark: Mark = { object: 'mark', type: 'diff-inserted' };

/** The blocks of both versions of a page, in the order of the newer one. */
export function diffBlocks(before: readonly Block[], after: readonly Block[]): DiffRow[] {
  const [old, now] = namesOf(before, after);
  const place = new Map(old.map((name, index) => [name, before[index]!]));
  const stays = new Set(now);
  return runsOf(
    before.map((block, index) => ({ block, name: old[index]! })),
    after.map((block, index) => ({ block, name: now[index]! })),
    (a, b) => a.name === b.name,
  ).flatMap(({ kind, items }) =>
    items.flatMap(({ block, name }): DiffRow[] => {
      if (kind === 'removed') return stays.has(name) ? [] : [{ kind: 'removed', block }];
      const earlier = place.get(name);
      if (!earlier) return [{ kind: 'added', block }];
      if (contentOf(earlier) === contentOf(block)) return [{ kind: kind === 'same' ? 'same' : 'moved', block }];
      return changesOf(earlier, block);
    }),
  );
}

/** Names that are the same for a block of both versions: its key, or what it holds where the other side has not that key. */
function namesOf(before: readonly Block[], after: readonly Block[]): [string[], string[]] {
  const keysOf = (blocks: readonly Block[]) => new Set(blocks.flatMap(({ key }) => key ?? []));
  const [old, now] = [keysOf(before), keysOf(after)];
  const named = (blocks: readonly Block[]) => {
    const counts = new Map<string, number>();
    return blocks.map((block) => {
      if (block.key !== undefined && old.has(block.key) && now.has(block.key)) return `key ${block.key}`;
      const content = contentOf(block);
      const count = counts.get(content) ?? 0;
      counts.set(content, count + 1);
      return `${count} ${content}`;
    });
  };
  return [named(before), named(after)];
}

/** One block with its words marked, or both versions where words do not tell the change. */
function changesOf(before: Block, after: Block): DiffRow[] {
  const merged = mergeBlock(before, after);
  if (merged) return [{ kind: 'changed', block: merged }];
  return [
    { kind: 'removed', block: before },
    { kind: 'added', block: after },
  ];
}

/** Undefined where the versions differ in more than text. */
function mergeBlock(before: Block, after: Block): Block | undefined {
  if (before.type !== after.type || JSON.stringify(before.data) !== JSON.stringify(after.data)) return undefined;
  const [old, now] = [before.fragments ?? [], after.fragments ?? []];
  const isSameFrame = old.length === now.length && old.every((one, index) => one.fragment === now[index]!.fragment);
  const nodes = mergeNodes(before.nodes ?? [], after.nodes ?? []);
  if (!isSameFrame || !nodes) return undefined;
  return {
    ...after,
    nodes,
    ...(now.length > 0 && {
      fragments: now.map((fragment, index) => ({
        ...fragment,
        nodes: mergeBlocks(old[index]!.nodes, fragment.nodes),
      })),
    }),
  };
}

function mergeNodes(before: readonly DocumentNode[], after: readonly DocumentNode[]): DocumentNode[] | undefined {
  if (before.every(isBlock) && after.every(isBlock)) return mergeBlocks(before, after);
  if (before.some(isBlock) || after.some(isBlock)) return undefined;
  return mergeInlines(before, after);
}

/** The blocks within a block: what was added or removed among them is marked throughout. */
const mergeBlocks = (before: readonly Block[], after: readonly Block[]): Block[] =>
  diffBlocks(before, after).map(({ kind, block }) => {
    if (kind === 'added') return markAll(block, insertedMark);
    return kind === 'removed' ? markAll(block, removedMark) : block;
  });

function markAll<T extends DocumentNode>(node: T, mark: Mark): T {
  if (node.object === 'text') return { ...node, leaves: node.leaves.map((leaf) => withMark(leaf, mark)) };
  return withChildren(node, (nodes) => nodes.map((child) => markAll(child, mark))) as T;
}

const withMark = (leaf: Leaf, mark: Mark): Leaf => ({ ...leaf, marks: [...leaf.marks, mark] });

/** A word with what surrounds it: the marks of its leaf, and the links that it stands in. */
interface Word {
  text: string;
  leaf: Leaf;
  around: Inline[];
  /** Set for an inline without text, such as an image. */
  atom?: Inline;
}

/** Undefined where no word differs, so that it must be something else. */
function mergeInlines(before: readonly DocumentNode[], after: readonly DocumentNode[]): DocumentNode[] | undefined {
  const runs = joinAcrossSpaces(
    runsOf(wordsIn(before), wordsIn(after), isSameWord),
    ({ text, atom }) => !atom && /^\s+$/.test(text),
  );
  return runs.every(({ kind }) => kind === 'same') ? undefined : runs.flatMap(shown);
}

const isSameWord = (a: Word, b: Word): boolean =>
  a.text === b.text &&
  JSON.stringify(a.leaf.marks) === JSON.stringify(b.leaf.marks) &&
  contentOf(a.around) === contentOf(b.around) &&
  contentOf(a.atom ?? null) === contentOf(b.atom ?? null);

const emptyLeaf: Leaf = { object: 'leaf', text: '', marks: [] };

const wordsIn = (nodes: readonly DocumentNode[], around: Inline[] = []): Word[] =>
  nodes.flatMap((node): Word[] => {
    if (node.object === 'text')
      return node.leaves.flatMap((leaf) => wordsOf(leaf.text).map((text) => ({ text, leaf, around })));
    const inline = node as Inline;
    const hasText = (inline.nodes ?? []).some((child) => child.object === 'text');
    if (inline.type !== 'link' || !hasText) return [{ text: '', leaf: emptyLeaf, around, atom: inline }];
    return wordsIn(inline.nodes ?? [], [...around, { ...inline, nodes: [] }]);
  });

/** The nodes of a run: words of one leaf together, within their links. */
function shown({ kind, items }: Run<Word>): DocumentNode[] {
  const mark = kind === 'removed' ? removedMark : kind === 'inserted' ? insertedMark : undefined;
  const nodes: DocumentNode[] = [];
  let last: Word | undefined;
  for (const word of items) {
    const { text, leaf, around, atom } = word;
    const before = nodes.at(-1);
    if (atom) nodes.push(mark ? markAll(atom, mark) : atom);
    else if (last && !last.atom && before && last.leaf === leaf) leafIn(before).text += text;
    else nodes.push(wrapped({ ...leaf, text, marks: mark ? [...leaf.marks, mark] : leaf.marks }, around));
    last = word;
  }
  return nodes;
}

const wrapped = (leaf: Leaf, around: readonly Inline[]): DocumentNode =>
  around.reduceRight<DocumentNode>((inner, link) => ({ ...link, nodes: [inner] }) as Inline, {
    object: 'text',
    leaves: [leaf],
  });

const leafIn = (node: DocumentNode): Leaf => (node.object === 'text' ? node.leaves[0]! : leafIn(node.nodes![0]!));

/** A value without the keys of blocks: those of a page that was written anew are others. */
const contentOf = (value: unknown): string =>
  JSON.stringify(value, (name, inner: unknown) => (name === 'key' ? undefined : inner));
