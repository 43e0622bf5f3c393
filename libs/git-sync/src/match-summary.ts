import { stringify } from 'yaml';
import { decodePath, isExternal } from './names';
import { resolvePath } from './paths';
import { slugOf } from './slug';
import type { SummaryEntry, SummaryGroup, SummaryNode } from './summary';

/** Entries that a space has, in the order of their lines: parents before those below them. */
export function* walkSummary(nodes: readonly SummaryNode[]): Generator<SummaryNode> {
  for (const node of nodes) {
    yield node;
    if (node.type !== 'computed') yield* walkSummary(node.children);
  }
}

/** Names what an entry leads to, however its address is written. */
export function keyOfEntry(entry: SummaryEntry, folder: string): string {
  if (entry.type === 'computed') return `computed ${stringify(entry.source, { sortMapEntries: true })}`;
  if (entry.type === 'text') return `text ${entry.title}`;
  if (isExternal(entry.url)) return entry.url;
  const [path = '', ...anchor] = entry.url.split('#');
  const resolved = resolvePath(folder, decodePath(path)) ?? path;
  return [resolved.normalize('NFC'), ...anchor.filter(Boolean)].join('#');
}

/** The nodes without entries that are no pages: what is below these stands in their place. */
export function takenNodes<N extends SummaryNode>(nodes: readonly N[], isTaken: (entry: SummaryEntry) => boolean): N[] {
  return nodes.flatMap((node): N[] => {
    if (node.type === 'computed') return [node];
    const children = takenNodes(node.children, isTaken);
    if (node.type === 'group' || (node.type === 'link' && isTaken(node))) return [{ ...node, children }];
    return children as SummaryEntry[] as N[];
  });
}

/** Finds, for each entry of now, the one of before that it was: by what it leads to; groups by name, then by what is in them. */
export function matchSummary(
  before: readonly SummaryNode[],
  now: readonly SummaryNode[],
  folder: string,
): Map<SummaryNode, SummaryNode> {
  const matches = new Map<SummaryNode, SummaryNode>();
  const pool = new Map<string, SummaryEntry[]>();
  for (const node of walkSummary(before)) {
    if (node.type === 'group') continue;
    const key = keyOfEntry(node, folder);
    const same = pool.get(key);
    if (same) same.push(node);
    else pool.set(key, [node]);
  }
  for (const node of walkSummary(now)) {
    if (node.type === 'group') continue;
    const candidates = pool.get(keyOfEntry(node, folder)) ?? [];
    const at = Math.max(
      0,
      candidates.findIndex((one) => titleOf(one) === titleOf(node)),
    );
    const [found] = candidates.splice(at, 1);
    if (found) matches.set(node, found);
  }
  matchGroups(before.filter(isGroup), now.filter(isGroup), matches);
  return matches;
}

function matchGroups(
  before: readonly SummaryGroup[],
  now: readonly SummaryGroup[],
  matches: Map<SummaryNode, SummaryNode>,
): void {
  const free = new Set(before);
  const take = (isMatch: (old: SummaryGroup, group: SummaryGroup) => boolean) => {
    for (const group of now) {
      if (matches.has(group)) continue;
      const found = [...free].find((old) => isMatch(old, group));
      if (!found) continue;
      matches.set(group, found);
      free.delete(found);
    }
  };
  take(
    (old, group) => old.anchor !== undefined && (old.anchor === group.anchor || slugOf(old.anchor) === group.anchor),
  );
  take((old, group) => old.title === group.title);
  take((old, group) => slugOf(old.title) === group.anchor);
  take((old, group) => {
    const own = new Set<SummaryNode>(old.children);
    return group.children.some((child) => own.has(matches.get(child)!));
  });
}

const isShown = (node: SummaryNode): boolean => node.type !== 'group' || node.children.length > 0;

const isGroup = (node: SummaryNode): node is SummaryGroup => node.type === 'group';
const titleOf = (entry: SummaryEntry): string => (entry.type === 'computed' ? '' : entry.title);

/** Whether two tables of contents have the same entries in the same places. An empty group is no more than its line. */
export function isSameOutline(mine: readonly SummaryNode[], yours: readonly SummaryNode[], folder: string): boolean {
  const [one, other] = [mine.filter(isShown), yours.filter(isShown)];
  return (
    one.length === other.length &&
    one.every((node, index) => {
      const against = other[index]!;
      if (node.type === 'group' && against.type === 'group')
        return isSameOutline(node.children, against.children, folder);
      if (node.type === 'group' || against.type === 'group') return false;
      if (keyOfEntry(node, folder) !== keyOfEntry(against, folder)) return false;
      if (node.type === 'computed' || against.type === 'computed') return true;
      return isSameOutline(node.children, against.children, folder);
    })
  );
}
