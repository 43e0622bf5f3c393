import type { Collection } from '../../api/contracts';
import { useList, type ListResult } from '../../api/queries';

/** All collections of an organization, those in others too. */
export const useCollections = (organizationId: string): ListResult<Collection> =>
  useList('listCollectionsInOrganizationById', { params: { organizationId }, query: { limit: 1000 } });
