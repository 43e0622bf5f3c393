import type { ContentRef } from '@bindery/documents';
import { LinkedIds, type LinkedObjects } from '../../discovery/links/linked-content';

/** The ids to read in order to check the references of a space. */
export function wantedBy(refs: Iterable<ContentRef>, own: string): LinkedIds {
  const wanted = new LinkedIds();
  for (const ref of refs) {
    if (ref.kind === 'collection') wanted.collections.add(ref.collection);
    else if (ref.kind === 'space') wanted.space(ref.space);
    else {
      const place = placeOf(ref, own);
      if (place) wanted.space(place.space)[place.kind].add(place.id);
    }
  }
  return wanted;
}

/** Whether the caller sees the target of a reference; addresses, users and the like are not checked. */
export function leadsSomewhere(ref: ContentRef, own: string, shown: LinkedObjects): boolean {
  if (ref.kind === 'collection') return shown.collections.has(ref.collection);
  if (ref.kind === 'space') return shown.spaces.has(ref.space);
  const place = placeOf(ref, own);
  if (!place) return true;
  const space = shown.spaces.get(place.space);
  const held = { page: space?.pages, file: space?.files, 'reusable-content': space?.reusableContents }[place.kind];
  return held?.has(place.id) ?? false;
}

function placeOf(ref: ContentRef, own: string) {
  if (ref.kind === 'file') return { space: own, kind: ref.kind, id: ref.file };
  if (ref.kind === 'page' || (ref.kind === 'anchor' && ref.page !== undefined))
    return { space: ref.space ?? own, kind: 'page' as const, id: ref.page! };
  return ref.kind === 'reusable-content'
    ? { space: ref.space ?? own, kind: ref.kind, id: ref.reusableContent }
    : undefined;
}
