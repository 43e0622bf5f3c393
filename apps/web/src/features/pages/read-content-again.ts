import type { QueryClient } from '@tanstack/react-query';
import { readAgain } from '../../api/queries';

/** Reads again what is shown of the content of a space, and of its change requests, once it has changed. */
export const readContentAgain = (client: QueryClient, spaceId: string): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['pages', spaceId] }),
    client.invalidateQueries({ queryKey: ['page', spaceId] }),
    // An approval of former content is outdated.
    readAgain(client, ['getChangeRequestChanges', 'getChangeRequestById', 'getReviewsByChangeRequestId']),
  ]);
