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
  const { space: spaceId, id: changeRequestId, revision, revisionInitial, revisionMergedAncestor } = request;
  const [limit, setLimit] = useState(some);
  const changes = useOperation('getChangeRequestChanges', {
    params: { spaceId, changeRequestId },
    query: { blocks: true, limit },
  });
  const conflicts = changes.data?.conflicts ?? [];
  return (
    <>
      {conflicts.length > 0 && (
        <RequestConflicts organizationId={organizationId} request={request} conflicts={conflicts} canEdit={canEdit} />
      )}
      <section className="section" aria-label="Changes">
        <h2>Changes</h2>
        {changes.error && <Failure error={changes.error} onRetry={() => void changes.refetch()} />}
        {changes.isPending && <Loading />}
        {changes.data && (
          <ChangeList
            changes={changes.data.changes}
            more={changes.data.more}
            onMore={limit < all ? () => setLimit(all) : undefined}
            place={{ organizationId, spaceId, changeRequestId }}
            versions={{ before: revisionMergedAncestor ?? revisionInitial, after: revision }}
            empty="It changes nothing yet."
          />
        )}
      </section>
    </>
  );
}
