import type { Space } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { useNotices } from '../../ui/notices';
import { spaceLists } from './space-lists';

/** Deletes a space in a way that can be undone. */
export function useDeleteSpace({ id, title }: Space) {
  const params = { spaceId: id };
  const action = useAction('deleteSpaceById', spaceLists);
  const restore = useAction('restoreSpace', spaceLists);
  const notices = useNotices();
  // The component that shows the space is gone from most screens when the answer comes, so nothing rests on its callbacks.
  const undo = () => {
    restore.mutateAsync({ params }).then(() => notices.success('The space is restored.'), notices.error);
  };
  const remove = (onSettled: () => void) => {
    action
      .mutateAsync({ params })
      .then(() => notices.undoable(`“${title || 'Untitled'}” is deleted.`, undo), notices.error)
      .finally(onSettled);
  };
  return { remove, isPending: action.isPending };
}
