import { useQuery } from '@tanstack/react-query';
import { call, RequestError } from '../../api/client';
import { pagePath, type PagePlace } from '../pages/page-links';
import type { Reference, Target } from './references';

/** The target of a reference out of the space: a user, a collection, a space or a page of one. Empty until it is known. */
export function useRemoteTarget(reference: Reference | undefined, place: PagePlace | undefined): Target {
  const isRemote = reference !== undefined && place !== undefined && leadsOut(reference, place);
  const found = useQuery<Target, RequestError>({
    queryKey: ['target', place?.organizationId ?? '', isRemote ? reference : ''],
    enabled: isRemote,
    staleTime: 300_000,
    queryFn: () => read(reference!, place!.organizationId),
  });
  return found.data ?? {};
}

export const leadsOut = ({ kind, space }: Reference, { spaceId }: PagePlace): boolean =>
  kind === 'space' || kind === 'collection' || kind === 'user' || (space !== undefined && space !== spaceId);

async function read(reference: Reference, organizationId: string): Promise<Target> {
  try {
    return await targetOf(reference, organizationId);
  } catch (error) {
    if (error instanceof RequestError && (error.code === 403 || error.code === 404)) return { isBroken: true };
    throw error;
  }
}

async function targetOf({ kind, page, ...ids }: Reference, organizationId: string): Promise<Target> {
  if (kind === 'user')
    return { title: (await call('getUserById', { params: { userId: ids.user as string } })).displayName };
  if (kind === 'collection') {
    const collectionId = ids.collection as string;
    const { title } = await call('getCollectionById', { params: { collectionId } });
    return { title, to: `/o/${organizationId}/c/${collectionId}` };
  }
  const spaceId = ids.space!;
  if (page === undefined) {
    const { title } = await call('getSpaceById', { params: { spaceId } });
    return { title, to: pagePath({ organizationId, spaceId }) };
  }
  const found = await call('getPageById', { params: { spaceId, pageId: page }, query: { metadata: false } });
  return { title: found.title, to: pagePath({ organizationId, spaceId }, 'path' in found ? found.path : '') };
}
