import type { Difference } from '../../storage/store/map-diff';
import type { Conflict, ConflictObject, Finding } from './conflict';
import type { BothVersions } from './merge-entry';
import { isSame, type Versions } from './three-way';

/** The changes to apply to main's map, and the conflicts. */
export interface MapMerge<E> {
  /** Null removes. */
  changes: Map<string, E | null>;
  conflicts: Conflict[];
}

/** The draft's changes with main's version of the same key; keys that only main changed need no merge. */
export function touchedByDraft<E>(main: readonly Difference<E>[], draft: readonly Difference<E>[]) {
  const ofMain = new Map(main.map((difference) => [difference.key, difference]));
  return draft.map(({ key, before, after }): [string, Versions<E>] => {
    const other = ofMain.get(key);
    return [key, { base: before, draft: after, main: other ? other.after : before }];
  });
}

/**
 * Merges the draft's changes into main's map. A change of one side only is taken from that side; an entry that one side
 * deleted and the other changed is kept with the change; `both` decides on entries that both changed.
 */
export function mergeMaps<E extends object>(
  object: ConflictObject,
  touched: readonly [string, Versions<E>][],
  both: (key: string, versions: BothVersions<E>) => [E, Finding[]],
): MapMerge<E> {
  const changes = new Map<string, E | null>();
  const conflicts: Conflict[] = [];
  const find = (id: string, finding: Finding) => conflicts.push({ object, id, ...finding });
  for (const [key, { base, main, draft }] of touched) {
    if (isSame(main, draft)) continue;
    if (isSame(main, base)) changes.set(key, draft ?? null);
    else if (!draft) find(key, { reason: 'deleted', deletedIn: 'draft' });
    else if (!main) {
      find(key, { reason: 'deleted', deletedIn: 'main' });
      changes.set(key, draft);
    } else {
      const [entry, findings] = both(key, { base, main, draft });
      findings.forEach((finding) => find(key, finding));
      if (!isSame(entry, main)) changes.set(key, entry);
    }
  }
  return { changes, conflicts };
}
