import type { Block } from '@bindery/documents';
import { saysTheSame } from './block-content';

type Blocks = ReadonlyMap<string, Block>;

/** A position where one side or both inserted blocks: after a block that all versions have (or at the beginning). */
interface Gap {
  main: string[];
  draft: string[];
  /** Whether both sides removed a block here. */
  removed: boolean;
}

/** The insertions of both sides at the same positions. */
interface Insertions {
  /** Keys of the draft's blocks that equal a block of main at the same position, with the key of that one. */
  same: ReadonlyMap<string, string>;
  /** The first blocks that each side inserted where both removed one: both rewrote it. */
  rewritten: readonly (readonly [main: string, draft: string])[];
}

export function insertionsOf(base: Blocks, main: Blocks, draft: Blocks): Insertions {
  const gaps = gapsOf(base, main, draft);
  const same = new Map<string, string>();
  const rewritten: [string, string][] = [];
  for (const { main: ofMain, draft: ofDraft, removed } of gaps) {
    const left = [...ofMain];
    for (const key of ofDraft) {
      const index = left.findIndex((other) => saysTheSame(main.get(other)!, draft.get(key)!));
      if (index >= 0) same.set(key, left.splice(index, 1)[0]!);
    }
    const [of, by] = [left[0], ofDraft.find((key) => !same.has(key))];
    if (removed && of !== undefined && by !== undefined) rewritten.push([of, by]);
  }
  return { same, rewritten };
}

function gapsOf(base: Blocks, main: Blocks, draft: Blocks): Iterable<Gap> {
  const gaps = new Map<string, Gap>();
  const inAll = (key: string) => base.has(key) && main.has(key) && draft.has(key);
  const each = (blocks: Blocks, visit: (gap: Gap, key: string) => void) => {
    let after = '';
    for (const key of blocks.keys()) {
      if (inAll(key)) after = key;
      else {
        let gap = gaps.get(after);
        if (!gap) gaps.set(after, (gap = { main: [], draft: [], removed: false }));
        visit(gap, key);
      }
    }
  };
  each(base, (gap, key) => void (gap.removed ||= !main.has(key) && !draft.has(key)));
  each(main, (gap, key) => base.has(key) || draft.has(key) || gap.main.push(key));
  each(draft, (gap, key) => base.has(key) || main.has(key) || gap.draft.push(key));
  return gaps.values();
}
