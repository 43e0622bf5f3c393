import type { Space } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { useNotices } from '../../ui/notices';
import { spaceLists } from './space-lists';

/** Moves a space into a collection, or to the top, in a way that can be undone. */
export function useMoveSpace({ id, title, parent }: Space) {
  const action = useAction('moveSpace', spaceLists);
  const notices = useNotices();
  // The component that shows the space may be gone when the answer comes, so nothing rests on its callbacks.
  const put = (target: string | null) => action.mutateAsync({ params: { spaceId: id }, body: { parent: target } });
  const undo = () => {
    put(parent ?? null).then(() => notices.success('The space is back where it was.'), notices.error);
  };
  const move = (target: string | null, onMoved?: () => void) => {
    put(target).then(
      () => {
        onMoved?.();
        notices.undoable(`“${title || 'Untitled'}” is moved.`, undo);
      },
      // The dialog shows the error.
      () => undefined,
    );
  };
  return { move, isPending: action.isPending, error: action.error };
}
