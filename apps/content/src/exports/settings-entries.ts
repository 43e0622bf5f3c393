import type { SpaceSettings } from '@bindery/git-sync';
import type { PageEntry } from '../pages/page-entry';
import { contentHash } from '../store/canonical-json';

/** How a space was laid out on disk, as a revision's map of settings holds it under the name `layout`. */
export interface SpaceLayout {
  settings: SpaceSettings;
  /** Settings files by path, as they were imported. */
  sources: Record<string, string>;
  /** `treeHash` of the pages that the imported table of contents describes. */
  tree: string;
}

export const layoutKey = 'layout';

export function settingsEntries(
  sources: Record<string, string>,
  settings: SpaceSettings,
  pages: ReadonlyMap<string, PageEntry>,
): [string, SpaceLayout][] {
  return [[layoutKey, { settings, sources, tree: treeHash(pages) }]];
}

/** Names all that a table of contents shows, so that it can be told whether an imported one is still true. */
export function treeHash(pages: Iterable<readonly [string, PageEntry]>): string {
  const shown = [...pages]
    .map(([id, entry]) => [
      id,
      entry.type,
      entry.parent,
      entry.order,
      entry.title,
      'slug' in entry ? entry.slug : '',
      'target' in entry ? entry.target : null,
    ])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return contentHash(shown);
}
