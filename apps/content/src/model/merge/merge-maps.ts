import type { Difference } from '../../storage/store/map-diff';
import type { Conflict, ConflictObject, Finding } from './conflict';
import type { BothHave } from './merge-entry';
import { isSame, type Versions } from './three-way';

/** What is to be changed in main's map, and what both sides touched. */
export interface MapMerge<E> {
  /** Null removes. */
  changes: Map<string, E | null>;
  conflicts: Conflict[];
}

/** What each side changed of a key; keys that only main changed need nothing. */
export function touchedByDraft<E>(main: readonly Difference<E>[], draft: readonly Difference<E>[]) {
  const ofMain = new Map(main.map((difference) => [difference.key, difference]));
  return draft.map(({ key, before, after }): [string, Versions<E>] => {
    const other = ofMain.get(key);
    return [key, { base: before, draft: after, main: other ? other.after : before }];
  });
}

/**
 * Brings what the draft changed into main's map. What only one side changed is as that side has it; an entry that one side
 * deleted and the other changed is there as it was changed; `both` decides on what both changed.
 */
export function mergeMaps<E extends object>(
  object: ConflictObject,
  touched: readonly [string, Versions<E>][],
  both: (key: string, versions: BothHave<E>) => [E, Finding[]],
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
