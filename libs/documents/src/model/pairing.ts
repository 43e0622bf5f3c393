import { hash } from 'node:crypto';
import type { Block, Fragment, Node } from './model';
import { plainText } from './plain-text';

type Hashes = WeakMap<object, string>;

/** Characters up to which a text is kept as it is, as hashing takes longer than comparing. */
const longest = 256;

/** How many unpaired neighbours a block is compared with, among how many blocks they are looked for, and how alike two blocks must be (0 to 1). */
const reach = 8;
const steps = 32;
const alike = 0.4;

/** The pairs of blocks of two lists that are the same block: for indexes in `next`, the index in `previous`. */
export function pairBlocks(previous: Block[], next: Block[], hashes: Hashes): Map<number, number> {
  const pairs = new Map<number, number>();
  const before = previous.map((node) => contentHash(node, hashes));
  const after = next.map((node) => contentHash(node, hashes));
  pairInOrder(before, after, pairs);
  pairMoved(before, after, pairs);
  pairAlike(previous, next, pairs);
  return pairs;
}

/** The content of a block, or a hash of it where that is long: everything but keys, fragment names and computed facts. */
export function contentHash(node: Node | Fragment, hashes: Hashes): string {
  const known = hashes.get(node);
  if (known !== undefined) return known;
  const said: string[] = [];
  if (node.object === 'text') said.push(JSON.stringify(node.leaves));
  else {
    if (node.object !== 'fragment') said.push(JSON.stringify([node.type, node.type === 'table' ? null : node.data]));
    for (const child of node.nodes ?? []) said.push(contentHash(child, hashes));
    for (const part of node.object === 'fragment' ? [] : (node.fragments ?? [])) said.push(contentHash(part, hashes));
  }
  const text = said.join('');
  const digest = text.length <= longest ? text : hash('sha1', text, 'base64');
  hashes.set(node, digest);
  return digest;
}

/** The longest common subsequence by unique contents (patience), then equal neighbours of what it fixed. */
function pairInOrder(before: string[], after: string[], pairs: Map<number, number>): void {
  for (const [next, previous] of increasing(uniquePairs(before, after))) pairs.set(next, previous);
  const taken = new Set(pairs.values());
  const extend = (step: 1 | -1) => {
    const from = step === 1 ? 0 : after.length - 1;
    let match = step === 1 ? -1 : before.length;
    for (let index = from; index >= 0 && index < after.length; index += step) {
      const pair = pairs.get(index);
      match = pair ?? match + step;
      if (pair !== undefined) continue;
      if (before[match] === undefined || before[match] !== after[index] || taken.has(match)) match -= step;
      else {
        pairs.set(index, match);
        taken.add(match);
      }
    }
  };
  extend(1);
  extend(-1);
}

function uniquePairs(before: string[], after: string[]): [next: number, previous: number][] {
  const places = new Map<string, { previous: number; next: number; count: number }>();
  before.forEach((hash, index) => {
    const place = places.get(hash);
    places.set(hash, { previous: index, next: -1, count: place ? 2 : 1 });
  });
  after.forEach((hash, index) => {
    const place = places.get(hash);
    if (!place) return;
    if (place.next >= 0) place.count = 2;
    place.next = index;
  });
  return [...places.values()]
    .filter(({ next, count }) => next >= 0 && count === 1)
    .map(({ next, previous }): [number, number] => [next, previous])
    .sort(([a], [b]) => a - b);
}

/** The longest run of pairs that increases on both sides. */
export function increasing(pairs: [next: number, previous: number][]): [number, number][] {
  const tails: number[] = [];
  const links: number[] = [];
  pairs.forEach(([, previous], index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < previous) low = middle + 1;
      else high = middle;
    }
    links[index] = tails[low - 1] ?? -1;
    tails[low] = index;
  });
  const result: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = links[index] ?? -1)
    result.push(pairs[index] as [number, number]);
  return result.reverse();
}

/** Pairs equal blocks out of order: they have moved. */
function pairMoved(before: string[], after: string[], pairs: Map<number, number>): void {
  const taken = new Set(pairs.values());
  const free = new Map<string, number[]>();
  for (let index = before.length - 1; index >= 0; index--) {
    if (!taken.has(index)) free.set(before[index] ?? '', [...(free.get(before[index] ?? '') ?? []), index]);
  }
  after.forEach((hash, index) => {
    const match = pairs.has(index) ? undefined : free.get(hash)?.pop();
    if (match !== undefined) pairs.set(index, match);
  });
}

/** Of what is left, blocks near each other of one type whose words are alike; a block edited in place is itself. */
function pairAlike(previous: Block[], next: Block[], pairs: Map<number, number>): void {
  const taken = new Set(pairs.values());
  const words = new Map<Block, Set<string>>();
  const wordsOf = (node: Block) => words.get(node) ?? words.set(node, wordSet(node)).get(node) ?? new Set<string>();
  let at = 0;
  next.forEach((node, index) => {
    const pair = pairs.get(index);
    if (pair !== undefined) {
      at = pair + 1;
      return;
    }
    let best: { match: number; score: number } | undefined;
    const end = Math.min(previous.length, at + steps);
    for (let match = at, seen = 0; match < end && seen < reach; match++) {
      if (taken.has(match)) continue;
      seen++;
      const candidate = previous[match] as Block;
      if (candidate.type !== node.type) continue;
      const score = similarity(wordsOf(candidate), wordsOf(node));
      if (score >= alike && (!best || score > best.score)) best = { match, score };
    }
    if (!best) return;
    pairs.set(index, best.match);
    taken.add(best.match);
    at = best.match + 1;
  });
}

function similarity(a: Set<string>, b: Set<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return (2 * shared) / (a.size + b.size);
}

function wordSet(node: Block): Set<string> {
  return new Set(textOf(node).slice(0, 20_000).toLowerCase().split(/\s+/).filter(Boolean));
}

function textOf(node: Block | Fragment): string {
  const nodes = (node.nodes ?? []) as Node[];
  const own = nodes.every((child) => child.object !== 'block')
    ? plainText(nodes)
    : nodes.map((child) => (child.object === 'block' ? textOf(child) : '')).join(' ');
  const data =
    node.object === 'block'
      ? Object.values(node.data)
          .filter((value) => typeof value === 'string')
          .join(' ')
      : '';
  const parts = node.object === 'block' ? (node.fragments ?? []).map(textOf).join(' ') : '';
  return `${own} ${data} ${parts}`;
}
