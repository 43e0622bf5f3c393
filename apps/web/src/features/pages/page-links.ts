import type { ContentPlace } from './use-pages';

export interface PagePlace extends ContentPlace {
  organizationId: string;
}

/** The path of a page in the app; without `path` that of the content itself. */
export function pagePath(place: PagePlace, path = ''): string {
  const { organizationId, spaceId } = place;
  // A slug may have a percent sign of its own, as in `50%-off`.
  return `/o/${organizationId}/s/${spaceId}${contentPath(place)}${path && `/${path.replaceAll('%', '%25')}`}`;
}

/** The path of the page that a path of the app leads to, which a browser may have encoded; empty where it leads to none of the place. */
export function pageAt(place: PagePlace, pathname: string): string {
  const above = `${pagePath(place)}/`;
  return pathname.startsWith(above) ? decoded(pathname.slice(above.length)) : '';
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // It was typed by hand.
    return path;
  }
}

function contentPath({ changeRequestId, revisionId, isLive }: PagePlace): string {
  if (changeRequestId) return `/~/change-requests/${changeRequestId}`;
  if (revisionId) return `/~/revisions/${revisionId}`;
  return isLive ? '/~/edit' : '';
}
