import type { ComputedSource } from '@bindery/contracts';
import { openApiSource } from '../../specifications/openapi-source';
import { joinPath } from '../../model/pages/page.presenter';
import type { ComputedPageEntry, PageEntry } from '../../model/pages/page-entry';
import { isOfIntegration } from './integration-source';
import { isOfTranslation } from './translation-source';

/** A placeholder for computed pages in a revision. */
export interface ComputedPlace {
  id: string;
  entry: ComputedPageEntry;
  /** The path of the parent page; empty at the top. */
  path: string;
  /** Slugs of the siblings; computed pages add theirs. Placeholders with the same parent share it. */
  taken: Set<string>;
}

/** The placeholders of known sources among the pages of a revision, in the order of their ids. */
export function computedPlaces(entries: readonly (readonly [string, PageEntry])[]): ComputedPlace[] {
  const found = entries.filter(
    (item): item is readonly [string, ComputedPageEntry] =>
      item[1].type === 'computed' && isKnownSource(item[1].computed),
  );
  if (found.length === 0) return [];
  const pages = new Map(entries);
  const taken = new Map(found.map(([, { parent }]) => [parent, new Set<string>()]));
  for (const [, entry] of entries) if ('slug' in entry) taken.get(entry.parent)?.add(entry.slug);
  return found
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, entry]) => ({ id, entry, path: pathOf(pages, entry.parent), taken: taken.get(entry.parent)! }));
}

/** Whether pages are computed from this kind of source. */
export const isKnownSource = (source: ComputedSource): boolean =>
  source.type === openApiSource || isOfTranslation(source) || isOfIntegration(source);

function pathOf(pages: ReadonlyMap<string, PageEntry>, id: string): string {
  let path = '';
  for (let at = pages.get(id); at; at = pages.get(at.parent)) if ('slug' in at) path = joinPath(at.slug, path);
  return path;
}
