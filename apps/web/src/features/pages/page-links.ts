import type { ContentPlace } from './use-pages';

export interface PagePlace extends ContentPlace {
  organizationId: string;
}

/** The path of a page in the app; without `path` that of the content itself. */
export function pagePath(place: PagePlace, path = ''): string {
  const { organizationId, spaceId } = place;
  return `/o/${organizationId}/s/${spaceId}${contentPath(place)}${path && `/${path}`}`;
}

function contentPath({ changeRequestId, revisionId, isLive }: PagePlace): string {
  if (changeRequestId) return `/~/change-requests/${changeRequestId}`;
  if (revisionId) return `/~/revisions/${revisionId}`;
  return isLive ? '/~/edit' : '';
}
