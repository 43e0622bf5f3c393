import { useIsFetching } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '../../api/contracts';
import { useOperation } from '../../api/queries';
import { Failure, Loading } from '../../ui/states';
import { ChangeList } from '../changes/change-list';
import { RequestConflicts } from './request-conflicts';

interface RequestChangesProps {
  organizationId: string;
  request: AnswerOf<'getChangeRequestById'>;
  canEdit: boolean;
}

const [some, all] = [50, 1_000];

/** The changes of a change request since the content that it was last brought up to date with. */
export function RequestChanges({ organizationId, request, canEdit }: RequestChangesProps) {
  const { space: spaceId, id: changeRequestId } = request;
  const [limit, setLimit] = useState(some);
  const changes = useOperation('getChangeRequestChanges', {
    params: { spaceId, changeRequestId },
    query: { blocks: true, limit },
  });
  const shown = useReadTogether(request, changes.data);
  const conflicts = shown?.changes.conflicts ?? [];
  return (
    <>
      {shown && conflicts.length > 0 && (
        <RequestConflicts
          organizationId={organizationId}
          request={shown.request}
          conflicts={conflicts}
          canEdit={canEdit}
        />
      )}
      <section className="section" aria-label="Changes">
        <h2>Changes</h2>
        {changes.error && <Failure error={changes.error} onRetry={() => void changes.refetch()} />}
        {!shown && !changes.error && <Loading />}
        {shown && (
          <ChangeList
            changes={shown.changes.changes}
            more={shown.changes.more}
            onMore={limit < all ? () => setLimit(all) : undefined}
            place={{ organizationId, spaceId, changeRequestId }}
            versions={{
              before: shown.request.revisionMergedAncestor ?? shown.request.revisionInitial,
              after: shown.request.revision,
            }}
            empty="It changes nothing yet."
          />
        )}
      </section>
    </>
  );
}

interface ReadTogether {
  request: AnswerOf<'getChangeRequestById'>;
  changes: AnswerOf<'getChangeRequestChanges'>;
}

/**
 * A change request with its changes. Both are read again at the same time, and the answer that comes first waits for the other:
 * pages of the changes before may be absent from the revision of now.
 */
function useReadTogether(
  request: ReadTogether['request'],
  changes?: ReadTogether['changes'],
): ReadTogether | undefined {
  const isReading = useIsFetching({ predicate: ({ queryKey }) => together.has(queryKey[0]) }) > 0;
  const [shown, setShown] = useState<ReadTogether>();
  if (changes && !isReading && (shown?.request !== request || shown.changes !== changes))
    setShown({ request, changes });
  return shown?.request.id === request.id ? shown : undefined;
}

const together = new Set<unknown>(['getChangeRequestById', 'getChangeRequestChanges']);
