import type { ComputedDocumentEntry, PageEntry } from './page-entry';

export type ChildEntry = readonly [id: string, entry: PageEntry | ComputedDocumentEntry];

/** Pages by their parent; those at the top are under the empty id. */
export type Children<E = ChildEntry> = ReadonlyMap<string, readonly E[]>;

/** Entries by their parent. */
export function childrenOf<E extends ChildEntry>(entries: readonly E[]): Map<string, E[]> {
  const children = new Map<string, E[]>();
  for (const entry of entries) {
    const siblings = children.get(entry[1].parent);
    if (siblings) siblings.push(entry);
    else children.set(entry[1].parent, [entry]);
  }
  return children;
}

/** Whether a page below this one is computed, so that it can change while the revision stays. */
export const isComputedBelow = (below: Children, id: string): boolean =>
  (below.get(id) ?? []).some(([child, entry]) => 'computed' in entry || isComputedBelow(below, child));
