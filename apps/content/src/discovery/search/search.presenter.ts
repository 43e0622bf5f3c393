import type { SearchPageResult, SearchSectionResult } from '@bindery/contracts';
import { appUrlOf } from '../../catalog/spaces/space.presenter';
import type { FoundSection, Hit } from './search-engine';
import type { SearchedSpace } from './searched-space.repository';
import { snippetOf, type WordStart } from './snippet';

interface HitContext {
  publicUrl: string;
  /** The beginnings of searched words. */
  beginnings: readonly WordStart[];
}

export function presentHit(space: SearchedSpace, hit: Hit, context: HitContext): SearchPageResult {
  const { page: id, title, path } = hit;
  const app = `${appUrlOf(context.publicUrl, space.organizationId, space.id)}/${encodeURI(path)}`;
  // Parts of one long section are one section to the reader: the best of them, in its place.
  const seen = new Set<string | null>();
  const sections = hit.sections.filter(({ anchor }) => !seen.has(anchor) && seen.add(anchor));
  return {
    id,
    title,
    path,
    sections: sections.map((section) => presentSection(id, path, app, section, context)),
    urls: { app },
  };
}

function presentSection(
  page: string,
  path: string,
  app: string,
  { anchor, title, body }: FoundSection,
  { beginnings }: HitContext,
): SearchSectionResult {
  const fragment = anchor ? `#${encodeURIComponent(anchor)}` : '';
  return {
    id: `${page}${fragment}`,
    title,
    path: `${path}${fragment}`,
    body: snippetOf(body, beginnings),
    urls: { app: `${app}${fragment}` },
  };
}

/** Results grouped by space, in the order of the first result of each. */
export function bySpace(hits: readonly Hit[]): [Hit, ...Hit[]][] {
  const groups = new Map<string, [Hit, ...Hit[]]>();
  for (const hit of hits) {
    const group = groups.get(hit.space);
    if (group) group.push(hit);
    else groups.set(hit.space, [hit]);
  }
  return [...groups.values()];
}
