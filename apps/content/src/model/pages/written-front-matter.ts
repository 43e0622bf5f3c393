import type { LinkResolver, PageFrontMatter } from '@bindery/documents';
import { isUnlisted, type DocumentPageEntry } from './page-entry';

/** The front matter with the fields of a page's entry: the inverse of reading it on import. */
export function frontMatterOf(entry: Partial<DocumentPageEntry>, links: LinkResolver): PageFrontMatter {
  const { description, icon, emoji, hidden, noIndex, noRobotsIndex, cover, layout, variables } = entry;
  const { width, coverSize, ...parts } = layout ?? {};
  const shown = Object.fromEntries(Object.entries(parts).map(([part, visible]) => [part, { visible }]));
  const laidOut = {
    ...(width && { width }),
    ...shown,
    ...(coverSize && { cover: { ...shown.cover, size: coverSize } }),
  };
  return {
    ...(description && { description }),
    ...(icon && { icon }),
    ...(emoji && { emoji }),
    ...(hidden && !isUnlisted(entry) && { hidden }),
    ...(noIndex && { noIndex }),
    ...(noRobotsIndex && { noRobotsIndex }),
    ...(cover?.ref && { cover: links.urlOf(cover.ref), coverY: cover.yPos }),
    ...(cover?.refDark && { coverDark: links.urlOf(cover.refDark) }),
    ...(cover?.height !== undefined && { coverHeight: cover.height }),
    ...(Object.keys(laidOut).length > 0 && { layout: laidOut }),
    ...(variables && { vars: variables }),
  };
}
