import { composed, type ContentLocation, type ContentReferenceUsage } from '@bindery/contracts';
import type { LinkUsage, LocatedObject } from './link.repository';
import { LinkedIds, type LinkedObjects, type ShownSpace } from './linked-content';

/** The ids of the objects that a list of these usages and locations shows. */
export function wantedBy(usages: readonly LinkUsage[], places: readonly LocatedObject[], space: string): LinkedIds {
  const wanted = new LinkedIds();
  const located = usages.flatMap(({ locations }) => locations.map((location) => ({ ...location, space })));
  for (const { space: of, kind, id } of [...places, ...located]) wanted.space(of)[kind].add(id);
  for (const { kind, space: of, target, status } of usages) {
    if (status !== 'ok' || target === null) continue;
    if (kind === 'space') wanted.space(target);
    else if (kind === 'collection') wanted.collections.add(target);
    else if (kind === 'openapi') wanted.specifications.add(target);
    else if (of !== null && (kind === 'page' || kind === 'file' || kind === 'reusable-content'))
      wanted.space(of)[kind].add(target);
    else if (of !== null && kind === 'anchor') wanted.space(of).page.add(target);
  }
  return wanted;
}

export function presentUsage(usage: LinkUsage, space: string, shown: LinkedObjects): ContentReferenceUsage {
  const { status, relation, locations } = usage;
  const targetReference = targetOf(usage, shown);
  return {
    status,
    relation,
    ...(targetReference && { targetReference }),
    locationReferences: locations.flatMap((location) => presentPlace({ ...location, space }, shown) ?? []),
  };
}

/** Undefined for an object that was deleted since it was indexed. */
export function presentPlace(
  { space, kind, id, block }: LocatedObject,
  shown: LinkedObjects,
): ContentLocation | undefined {
  const of = shown.spaces.get(space);
  if (!of) return undefined;
  const place = inSpace(of, kind, id);
  if (place?.kind === 'page' && block) return { ...place, internalLocation: { type: 'node', node: block } };
  return place;
}

function targetOf(
  { status, kind, space, target, anchor }: LinkUsage,
  shown: LinkedObjects,
): ContentLocation | undefined {
  if (kind === 'url') return { kind, url: target ?? '' };
  if (status !== 'ok' || target === null) return undefined;
  switch (kind) {
    case 'user':
      return { kind, user: composed(target) };
    case 'collection': {
      const of = shown.collections.get(target);
      return of && { kind, ...of };
    }
    case 'openapi': {
      const of = shown.specifications.get(target);
      return of && { kind, ...of };
    }
    case 'space': {
      const of = shown.spaces.get(target);
      return of && { kind, organization: of.organization, space: of.space };
    }
    case 'page':
    case 'file':
    case 'reusable-content': {
      const of = shown.spaces.get(space ?? '');
      return of && inSpace(of, kind, target);
    }
    case 'anchor': {
      const of = shown.spaces.get(space ?? '');
      const page = of && inSpace(of, 'page', target);
      return page?.kind === 'page' && anchor !== null
        ? { ...page, internalLocation: { type: 'anchor', anchor } }
        : undefined;
    }
    default:
      return undefined;
  }
}

function inSpace(of: ShownSpace, kind: LocatedObject['kind'], id: string): ContentLocation | undefined {
  const { organization, space, versionContext } = of;
  const place = { organization, space, ...(versionContext && { versionContext }) };
  if (kind === 'page') {
    const page = of.pages.get(id);
    return page && { kind, ...place, page };
  }
  if (kind === 'file') {
    const file = of.files.get(id);
    return file && { kind, ...place, file };
  }
  const reusableContent = of.reusableContents.get(id);
  return reusableContent && { kind, ...place, reusableContent };
}
