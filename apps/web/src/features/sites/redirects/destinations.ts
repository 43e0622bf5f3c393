import type { ItemOf } from '../../../api/contracts';

export type Redirect = ItemOf<'listSiteRedirects'>;
export type Destination = Redirect['destination'];

/** A destination as the value of a choice; undefined for a page, which is no choice of its own. */
export const valueOf = (destination: Destination): string => {
  if (destination.kind === 'site-section') return `section:${destination.siteSectionId}`;
  if (destination.kind === 'url') return 'url';
  return `space:${destination.siteSpaceId}`;
};

/** The destination of a choice, a page of a space, or a URL. */
export function destinationOf(value: string, { page, url }: { page: string; url: string }): Destination {
  const [kind, id = ''] = value.split(':');
  if (kind === 'url') return { kind: 'url', url };
  if (kind === 'section') return { kind: 'site-section', siteSectionId: id };
  return page ? { kind: 'site-page', siteSpaceId: id, pageId: page } : { kind: 'site-space', siteSpaceId: id };
}
