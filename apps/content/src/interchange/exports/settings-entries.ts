import type { SpaceSettings, SpaceTree } from '@bindery/git-sync';
import { isUnlisted, type PageEntry } from '../../model/pages/page-entry';
import { contentHash } from '../../storage/store/canonical-json';

/** A file as it was: its text, or its bytes where it is none in UTF-8, with the text where that is known. */
export type KeptFile = string | { base64: string; text?: string };

export const textOfKept = (file: KeptFile | undefined): string | undefined =>
  typeof file === 'string' ? file : file?.text;

export const bytesOfKept = (file: KeptFile): Buffer =>
  typeof file === 'string' ? Buffer.from(file) : Buffer.from(file.base64, 'base64');

/** How a space was laid out on disk, as a revision's map of settings holds it under the name `layout`. */
export interface SpaceLayout {
  settings: SpaceSettings;
  /** Settings files by path, as they were imported. */
  sources: Record<string, KeptFile>;
  /** Addresses of entries of the imported table of contents that are no pages; absent in what was stored before. */
  ignored?: string[];
  /** `treeHash` of the pages that the imported table of contents describes. */
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

/** Names all that a table of contents shows, so that it can be told whether an imported one is still true. */
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
