import type { SearchPageResult, SearchSectionResult } from '@bindery/contracts';
import { appUrlOf } from '../spaces/space.presenter';
import type { HitRow, SearchedSpace } from './search.repository';
import { snippetOf } from './snippet';

type FoundSection = NonNullable<HitRow['section']>;

/** A page that was found, with the best of its sections. */
export interface Hit extends Omit<HitRow, 'section'> {
  sections: FoundSection[];
}

export interface HitContext {
  publicUrl: string;
  /** Finds the words that were sought. */
  matcher: RegExp | undefined;
}

/** Rows of one page as one hit. */
export function hitsOf(rows: readonly HitRow[]): Hit[] {
  const hits = new Map<string, Hit>();
  for (const { section, ...page } of rows) {
    const key = `${page.space}/${page.page}`;
    const hit = hits.get(key) ?? { ...page, sections: [] };
    if (section) hit.sections.push(section);
    hits.set(key, hit);
  }
  return [...hits.values()];
}

export function presentHit(space: SearchedSpace, hit: Hit, context: HitContext): SearchPageResult {
  const { page: id, title, path } = hit;
  const app = `${appUrlOf(context.publicUrl, space.organizationId, space.id)}/${path}`;
  // Parts of one long section are one section to the reader.
  const sections = new Map(hit.sections.toReversed().map((section) => [section.anchor, section]));
  return {
    id,
    title,
    path,
    sections: [...sections.values()].reverse().map((section) => presentSection(id, path, app, section, context)),
    urls: { app },
  };
}

function presentSection(
  page: string,
  path: string,
  app: string,
  { anchor, title, body }: FoundSection,
  { matcher }: HitContext,
): SearchSectionResult {
  const fragment = anchor ? `#${encodeURIComponent(anchor)}` : '';
  return {
    id: `${page}${fragment}`,
    title,
    path: `${path}${fragment}`,
    body: snippetOf(body, matcher),
    urls: { app: `${app}${fragment}` },
  };
}

/** Hits grouped by their spaces, in the order of the first of each. */
export function bySpace(hits: readonly Hit[]): [Hit, ...Hit[]][] {
  const groups = new Map<string, [Hit, ...Hit[]]>();
  for (const hit of hits) {
    const group = groups.get(hit.space);
    if (group) group.push(hit);
    else groups.set(hit.space, [hit]);
  }
  return [...groups.values()];
}
