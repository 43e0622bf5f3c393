import { joinPath } from '../pages/page.presenter';
import type { ComputedPageEntry, PageEntry } from '../pages/page-entry';

/** Where a revision has pages computed. */
export interface ComputedPlace {
  id: string;
  entry: ComputedPageEntry;
  /** The path of the page above; empty at the top. */
  path: string;
  /** Slugs of the pages beside it; computed pages add theirs. Places with the same page above share it. */
  taken: Set<string>;
}

/** The places of one kind of source among the pages of a revision, in the order of their ids. */
export function computedPlaces(entries: readonly (readonly [string, PageEntry])[], source: string): ComputedPlace[] {
  const found = entries.filter(
    (item): item is readonly [string, ComputedPageEntry] =>
      item[1].type === 'computed' && item[1].computed.type === source,
  );
  if (found.length === 0) return [];
  const pages = new Map(entries);
  const taken = new Map(found.map(([, { parent }]) => [parent, new Set<string>()]));
  for (const [, entry] of entries) if ('slug' in entry) taken.get(entry.parent)?.add(entry.slug);
  return found
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, entry]) => ({ id, entry, path: pathOf(pages, entry.parent), taken: taken.get(entry.parent)! }));
}

function pathOf(pages: ReadonlyMap<string, PageEntry>, id: string): string {
  let path = '';
  for (let at = pages.get(id); at; at = pages.get(at.parent)) if ('slug' in at) path = joinPath(at.slug, path);
  return path;
}
