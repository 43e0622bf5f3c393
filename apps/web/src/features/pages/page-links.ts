import type { ContentPlace } from './use-pages';

export interface PagePlace extends ContentPlace {
  organizationId: string;
}

/** The path of a page in the app; without `path` that of the content itself. */
export function pagePath({ organizationId, spaceId, changeRequestId, revisionId }: PagePlace, path = ''): string {
  const draft = changeRequestId ? `/~/change-requests/${changeRequestId}` : '';
  const revision = revisionId && !changeRequestId ? `/~/revisions/${revisionId}` : '';
  return `/o/${organizationId}/s/${spaceId}${draft || revision}${path && `/${path}`}`;
}
