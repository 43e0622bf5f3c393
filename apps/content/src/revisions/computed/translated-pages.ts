import { referencesOf, type ContentRef, type Document } from '@bindery/documents';
import { uniqueSlug } from '@bindery/git-sync';
import { derivedId } from '@bindery/persistence';
import type { PageCover } from '@bindery/contracts';
import { byOrder, type ComputedDocumentEntry, type ComputedEntry, type PageEntry } from '../../model/pages/page-entry';
import { childrenOf } from '../../model/pages/page-children';
import type { RevisionAccess } from '../revisions/revision.repository';
import type { ComputedPlace } from './computed-place';
import { documentSource } from './translation-source';

/** The origin of pages that are shown in another space than their own. */
export interface Origin extends Pick<
  RevisionAccess,
  'space' | 'organizationId' | 'files' | 'reusableContents' | 'variables' | 'claims'
> {
  /** The ids of the pages in this space, by their ids in the origin. */
  here: ReadonlyMap<string, string>;
}

/** A page with content of a translation. */
export interface TranslatedPageEntry extends ComputedDocumentEntry {
  origin: Origin;
}

type ShownEntry = Exclude<PageEntry, { type: 'computed' }>;

/**
 * The pages of a translated space in place of a page of another space, parents first. Their ids are stable
 * as long as the placeholder and the translated pages exist. Groups are only allowed at the top: elsewhere their pages take
 * their position. Pages beyond the maximum are left out and cost no work; links to them point to
 * the origin.
 */
export function translatedPages(
  place: ComputedPlace,
  entries: readonly (readonly [string, PageEntry | ComputedEntry])[],
  from: Omit<Origin, 'here'>,
  room: number,
): [id: string, entry: ComputedEntry][] {
  const found = pagesBelow(place.entry.parent, entries, room);
  const here = new Map(found.map(([id]) => [id, derivedId(JSON.stringify([place.id, id]))]));
  const origin: Origin = { ...from, here };
  return found.map(([id, { git: _git, ...entry }, above], index) => {
    const moved = {
      ...(entry as ShownEntry),
      parent: above === undefined ? place.entry.parent : here.get(above)!,
      // Directly after the placeholder's own key: no key of another page begins with U+0000.
      order: `${place.entry.order}\0${String(index).padStart(6, '0')}`,
    };
    if (above === undefined && 'slug' in moved) moved.slug = uniqueSlug(moved.slug, place.taken);
    return [here.get(id)!, relocated(moved, origin, place.id)];
  });
}

/** In reading order, with the parent page; undefined for pages directly below the placeholder. */
function pagesBelow(
  above: string,
  entries: readonly (readonly [string, PageEntry | ComputedEntry])[],
  room: number,
): [id: string, entry: ShownEntry, parent: string | undefined][] {
  const children = childrenOf(entries);
  const found: [string, ShownEntry, string | undefined][] = [];
  // A stack rather than recursion: a tree may be deeper than the call stack.
  const open: [id: string, entry: PageEntry, parent: string | undefined][] = [];
  const openBelow = (id: string, parent: string | undefined) => {
    for (const [child, entry] of (children.get(id) ?? []).toSorted(byOrder).reverse())
      open.push([child, entry, parent]);
  };
  openBelow('', undefined);
  for (let at = open.pop(); at && found.length < room; at = open.pop()) {
    const [id, entry, parent] = at;
    const isRaised = entry.type === 'group' && above !== '';
    if (entry.type !== 'computed' && !isRaised) found.push([id, entry, parent]);
    openBelow(id, isRaised ? parent : id);
  }
  return found;
}

function relocated(entry: ShownEntry, origin: Origin, place: string): ComputedEntry | TranslatedPageEntry {
  if (entry.type === 'link') return { ...entry, target: relocate({ ...entry.target }, origin) };
  if (entry.type === 'group' || 'computed' in entry) return entry;
  const { document, cover, ...rest } = entry;
  const page = { ...rest, ...(cover && { cover: coverOf(cover, origin) }) };
  if (!document) return page;
  const computed = documentSource(origin.space, document);
  return { ...page, computed, computedSeed: `${place}-${document}`, origin };
}

function coverOf({ ref, refDark, ...cover }: PageCover, origin: Origin): PageCover {
  return {
    ...cover,
    ...(ref && { ref: relocate({ ...ref }, origin) }),
    ...(refDark && { refDark: relocate({ ...refDark }, origin) }),
  };
}

/** Rewrites the references of a document of the origin for this space. Changes and returns the document. */
export function relocateDocument(document: Document, origin: Origin): Document {
  for (const { ref } of referencesOf(document)) relocate(ref, origin);
  return document;
}

/** A reference to a page that is shown here, too, points to the page here. Changes and returns the reference. */
function relocate(ref: ContentRef, { space, here }: Origin): ContentRef {
  if (ref.kind === 'reusable-content' || ref.kind === 'tag') ref.space ??= space;
  if ((ref.kind !== 'page' && ref.kind !== 'anchor') || ref.page === undefined) return ref;
  if ((ref.space ??= space) !== space) return ref;
  const page = here.get(ref.page);
  if (page === undefined) return ref;
  ref.page = page;
  delete ref.space;
  return ref;
}
