import { byOrder, type PageEntry } from '../../model/pages/page-entry';
import type { Difference } from '../../storage/store/map-diff';

type EntriesById = ReadonlyMap<string, PageEntry>;

/**
 * Differences of pages in reading order: siblings in their order, parents before children. `find`
 * returns the parents, level by level: only these are read besides the differences.
 */
export async function inTreeOrder(
  differences: readonly Difference<PageEntry>[],
  find: (ids: string[]) => Promise<EntriesById>,
): Promise<Difference<PageEntry>[]> {
  const byId = new Map(differences.map((difference) => [difference.key, difference]));
  const entries = new Map(differences.map(({ key, before, after }) => [key, (after ?? before)!]));
  for (let added: EntriesById = entries; added.size > 0;) {
    const above = new Set([...added.values()].map(({ parent }) => parent).filter((id) => id && !entries.has(id)));
    added = above.size > 0 ? await find([...above]) : new Map();
    for (const [id, entry] of added) entries.set(id, entry);
  }
  const children = new Map<string, string[]>();
  for (const item of [...entries].sort(byOrder)) {
    const parent = entries.has(item[1].parent) ? item[1].parent : '';
    const beside = children.get(parent);
    if (beside) beside.push(item[0]);
    else children.set(parent, [item[0]]);
  }
  return walk(children).flatMap((id) => byId.get(id) ?? []);
}

/** A stack rather than recursion: a tree may be deeper than the call stack. */
function walk(children: ReadonlyMap<string, readonly string[]>): string[] {
  const ids: string[] = [];
  const open = [''];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at) ids.push(at);
    for (const id of [...(children.get(at) ?? [])].reverse()) open.push(id);
  }
  return ids;
}
