import { useMemo } from 'react';
import { useOperation } from '../../api/queries';
import { renameItems } from '../../api/user-items';

interface ChangeRequestUrl {
  organizationId: string;
  spaceId: string;
  /** The id or the number of the change request. */
  changeRequestId: string;
}

/**
 * The change request of a URL, and its place in the content. The place has the id also where the URL has the number, because this
 * browser keeps unsaved text by place.
 */
export function useChangeRequestPlace({ organizationId, spaceId, changeRequestId }: ChangeRequestUrl) {
  const request = useOperation('getChangeRequestById', { params: { spaceId, changeRequestId } });
  const { id = changeRequestId, number } = request.data ?? {};
  const place = useMemo(() => {
    // Earlier releases kept text by the number. Fields read what is kept when they are drawn first, which is after this.
    if (number !== undefined) renameItems(`${spaceId}/${number}/`, `${spaceId}/${id}/`);
    return { organizationId, spaceId, changeRequestId: id };
  }, [organizationId, spaceId, id, number]);
  return { request, place };
}
