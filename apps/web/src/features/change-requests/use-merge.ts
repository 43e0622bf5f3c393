import { useQueryClient } from '@tanstack/react-query';
import type { RequestError, RequestOf } from '../../api/client';
import type { AnswerOf, OperationName } from '../../api/contracts';
import { readAgain } from '../../api/queries';
import { useChange, type Change } from '../../api/use-change';
import { useRepeatableCall } from '../../api/use-repeatable-call';

type Merge = 'mergeChangeRequest';

/** Merges a change request. `changes` are the operations whose answers are read again afterwards. */
export function useMerge(changes: readonly OperationName[]): Change<AnswerOf<Merge>, RequestOf<Merge>> {
  const client = useQueryClient();
  const send = useRepeatableCall();
  return useChange<AnswerOf<Merge>, RequestOf<Merge>>(
    (given) =>
      send('mergeChangeRequest', given).catch(async (error: RequestError) => {
        // The dialog says with the merge rules what is missing; they may have changed since they were read.
        if (error.code === 409) await readAgain(client, ['getSpaceById', 'getOrganizationById']);
        throw error;
      }),
    () => readAgain(client, changes),
  );
}
