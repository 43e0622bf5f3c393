import type { QueryClient } from '@tanstack/react-query';

/** Reads again what is shown of the content of a space, and of its change requests, once it has changed. */
export const readContentAgain = (client: QueryClient, spaceId: string): Promise<unknown> =>
  Promise.all(
    [['pages', spaceId], ['page', spaceId], ['getChangeRequestChanges'], ['getChangeRequestById']].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
