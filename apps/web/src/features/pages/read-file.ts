import { call } from '../../api/client';
import type { ContentPlace } from './use-pages';

/** A file of a change request, of a revision, or of the space itself. */
export function readFile({ spaceId, changeRequestId, revisionId }: ContentPlace, fileId: string) {
  const query = { metadata: false } as const;
  if (changeRequestId)
    return call('getFileInChangeRequestById', { params: { spaceId, changeRequestId, fileId }, query });
  if (revisionId) return call('getFileInRevisionById', { params: { spaceId, revisionId, fileId }, query });
  return call('getFileById', { params: { spaceId, fileId }, query });
}
