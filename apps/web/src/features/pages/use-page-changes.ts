import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type RequestError } from '../../api/client';
import type { BodyOf } from '../../api/contracts';

type Change = BodyOf<'updateChangeRequestContent'>['changes'][number];
type Changed = { changes: { object: string; page?: { id: string } | string }[] };

/** Changes pages of a change request: all of the changes or none. */
export function usePageChanges({ spaceId, changeRequestId }: { spaceId: string; changeRequestId: string }) {
  const client = useQueryClient();
  return useMutation<Changed, RequestError, Change[]>({
    mutationFn: async (changes) =>
      (await call('updateChangeRequestContent', {
        params: { spaceId, changeRequestId },
        query: { compat: false },
        body: { changes } as never,
      })) as never,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['pages', spaceId] }),
        client.invalidateQueries({ queryKey: ['page', spaceId] }),
        client.invalidateQueries({ queryKey: ['getChangeRequestChanges'] }),
        client.invalidateQueries({ queryKey: ['getChangeRequestById'] }),
      ]),
  });
}
