import type { ContentRef, LinkResolver, PageFrontMatter } from '@bindery/documents';
import type { PageCover, PageLayout, Variables } from '@bindery/contracts';
import type { DocumentPageEntry } from './page-entry';
import { cut, wellFormed } from '../../storage/well-formed';

const layoutParts = ['cover', 'title', 'description', 'tableOfContents', 'outline', 'pagination', 'metadata'] as const;

export type PageSettings = Pick<
  DocumentPageEntry,
  'description' | 'icon' | 'emoji' | 'hidden' | 'noIndex' | 'noRobotsIndex' | 'layout' | 'cover' | 'variables'
>;

/** The settings of a page from its front matter; absent fields stay absent. */
export function settingsOf(matter: PageFrontMatter, links: LinkResolver): PageSettings {
  const { description, icon, emoji, hidden, noIndex, noRobotsIndex } = matter;
  const given = {
    description: description === undefined ? undefined : cut(description, 10_000),
    icon: icon === undefined ? undefined : cut(icon, 50),
    emoji: emoji === undefined ? undefined : cut(emoji, 50),
    hidden: hidden || undefined,
    noIndex: noIndex || undefined,
    noRobotsIndex: noRobotsIndex || undefined,
    layout: layoutOf(matter),
    cover: coverOf(matter, links),
    variables: variablesOf(matter.vars),
  };
  return wellFormed(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
}

function layoutOf({ layout }: PageFrontMatter): Partial<PageLayout> | undefined {
  if (!layout) return undefined;
  const parts = layoutParts.flatMap((part) => {
    const visible = layout[part]?.visible;
    return typeof visible === 'boolean' ? [[part, visible] as const] : [];
  });
  const size = layout.cover?.size;
  return {
    ...(layout.width === 'wide' && { width: 'wide' as const }),
    ...((size === 'full' || size === 'hero') && { coverSize: size }),
    ...Object.fromEntries(parts),
  };
}

function coverOf(
  { cover, coverDark, coverY, coverHeight }: PageFrontMatter,
  links: LinkResolver,
): PageCover | undefined {
  if (!cover) return undefined;
  const ref = (url: string): ContentRef => links.refOf(url, 'image');
  return {
    ref: ref(cover),
    ...(coverDark && { refDark: ref(coverDark) }),
    yPos: coverY ?? 0,
    ...(coverHeight !== undefined && { height: Math.min(700, Math.max(10, coverHeight)) }),
  };
}

function variablesOf(vars: Record<string, unknown> | undefined): Variables | undefined {
  if (!vars) return undefined;
  const safe = Object.entries(vars).filter(
    ([name, value]) =>
      !['__proto__', 'constructor', 'prototype'].includes(name) &&
      ['string', 'number', 'boolean'].includes(typeof value),
  );
  return Object.fromEntries(
    safe.map(([name, value]) => [name, typeof value === 'string' ? cut(value, 256) : (value as number | boolean)]),
  );
}
