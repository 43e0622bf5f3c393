import type { SpaceSettings, SpaceTree } from '@bindery/git-sync';
import { isUnlisted, type PageEntry } from '../../model/pages/page-entry';
import { contentHash } from '../../storage/store/canonical-json';

/** An original file: its text, or its bytes if it is not in UTF-8, with the text if that is known. */
export type KeptFile = string | { base64: string; text?: string };

export const textOfKept = (file: KeptFile | undefined): string | undefined =>
  typeof file === 'string' ? file : file?.text;

export const bytesOfKept = (file: KeptFile): Buffer =>
  typeof file === 'string' ? Buffer.from(file) : Buffer.from(file.base64, 'base64');

/** The original layout of a space on disk, in a revision's map of settings under the name `layout`. */
export interface SpaceLayout {
  settings: SpaceSettings;
  /** Settings files by path, as they were imported. */
  sources: Record<string, KeptFile>;
  /** Addresses in the imported table of contents that are no pages; absent in older entries. */
  ignored?: string[];
  /** `treeHash` of the pages in the imported table of contents. */
  tree: string;
}

export const layoutKey = 'layout';

export function settingsEntries(
  sources: Record<string, KeptFile>,
  { settings, ignored }: Pick<SpaceTree, 'settings' | 'ignored'>,
  pages: ReadonlyMap<string, PageEntry>,
): [string, SpaceLayout][] {
  return [[layoutKey, { settings, sources, tree: treeHash(pages), ...(ignored.length > 0 && { ignored }) }]];
}

/** A hash of all that a table of contents shows, to detect whether an imported one is still correct. */
export function treeHash(pages: Iterable<readonly [string, PageEntry]>): string {
  const shown = [...pages]
    .filter(([, entry]) => !isUnlisted(entry))
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
