import { useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, OperationName } from '../../api/contracts';
import { useOperation } from '../../api/queries';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useNotices } from '../../ui/notices';
import { Failure } from '../../ui/states';
import { useMergeRules } from '../merge-rules/use-merge-rules';
import { readContentAgain } from '../pages/read-content-again';
import { mergeFailures } from './merge-failures';
import { useMerge } from './use-merge';

interface MergeDialogProps {
  request: AnswerOf<'getChangeRequestById'>;
  /** The operations whose answers are read again afterwards. */
  changes: readonly OperationName[];
  isOpen: boolean;
  onClose(): void;
}

/** Asks before a merge, and says which merge rules do not hold yet. */
export function MergeDialog({ request, changes, isOpen, onClose }: MergeDialogProps) {
  const client = useQueryClient();
  const notices = useNotices();
  const merge = useMerge(changes);
  const close = () => {
    merge.reset();
    onClose();
  };
  const confirm = () =>
    merge.mutate(
      { params: { spaceId: request.space, changeRequestId: request.id } },
      {
        onSuccess: async ({ result }) => {
          close();
          await readContentAgain(client, request.space);
          notices.success(
            result === 'merge'
              ? 'The change request is merged.'
              : 'Main changed the same places. Decide below which version stays, and merge again.',
          );
        },
      },
    );
  const space = useOperation('getSpaceById', { params: { spaceId: request.space } });
  const { rules } = useMergeRules(space.data?.organization ?? '', space.data);
  const failures = merge.error ? mergeFailures(merge.error, rules) : [];
  return (
    <ConfirmDialog
      title="Merge this change request?"
      description="Its changes become part of the main content, and readers see them. History keeps what was there before."
      action="Merge"
      isOpen={isOpen}
      isBusy={merge.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      {merge.error && failures.length === 0 && <Failure error={merge.error} />}
      {failures.length > 0 && (
        <div className="caution" role="alert">
          <p>It cannot be merged yet:</p>
          <ul>
            {failures.map(({ text, users }) => (
              <li key={text}>
                {text} {users.map((id, index) => [index > 0 && ', ', <UserName key={id} id={id} />])}
              </li>
            ))}
          </ul>
        </div>
      )}
    </ConfirmDialog>
  );
}

function UserName({ id }: { id: string }) {
  const user = useOperation('getUserById', { params: { userId: id } });
  return <>{user.data?.displayName ?? id}</>;
}
