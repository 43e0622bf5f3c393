import type { Merge } from './page-saver';

/** Markdown that two writers changed: the version of the other one. */
export interface SourceConflict {
  theirs: string;
}

/** Markdown is not merged: a page that both sides changed is one conflict. */
export const mergeSources: Merge<string, SourceConflict> = (base, mine, theirs, sent) => {
  if (mine === base) return { document: theirs, conflicts: [] };
  return { document: mine, conflicts: mine === theirs || sent === theirs ? [] : [{ theirs }] };
};
