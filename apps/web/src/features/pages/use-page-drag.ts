import { createContext, use, useState, type DragEvent } from 'react';
import { useNotices } from '../../ui/notices';
import { dropPosition, type DropSide, type PageInTree } from './page-position';
import { usePageChanges } from './use-page-changes';

/** The page that is dragged within a tree. */
export const DragContext = createContext<{ current?: PageInTree }>({});

/** Lets a row of the tree be dragged, and take a page that is dragged onto it. */
export function usePageDrag(place: { spaceId: string; changeRequestId: string }, target: PageInTree) {
  const dragging = use(DragContext);
  const changes = usePageChanges(place);
  const notices = useNotices();
  const [side, setSide] = useState<DropSide>();
  const positionAt = (event: DragEvent<HTMLElement>) => {
    const over = sideOf(event);
    const position = dragging.current && dropPosition(dragging.current, target, over);
    return position && { side: over, position };
  };
  return {
    draggable: true,
    'data-drop': side,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      event.stopPropagation();
      event.dataTransfer.effectAllowed = 'move';
      dragging.current = target;
    },
    onDragEnd: () => (dragging.current = undefined),
    onDragOver: (event: DragEvent<HTMLElement>) => {
      const over = positionAt(event);
      setSide(over?.side);
      if (!over) return;
      // The browser lets a row take what is dropped only when its own answer is prevented.
      event.preventDefault();
      event.stopPropagation();
    },
    onDragLeave: () => setSide(undefined),
    onDrop: (event: DragEvent<HTMLElement>) => {
      const over = positionAt(event);
      setSide(undefined);
      if (!over) return;
      event.preventDefault();
      event.stopPropagation();
      const change = { operation: 'update_page', page: dragging.current!.page.id, ...over.position };
      changes.mutate([change as never], { onError: (error) => notices.error(error) });
    },
  };
}

/** The upper quarter of a row is before it, the lower one after it, and what is between is into it. */
function sideOf({ currentTarget, clientY }: DragEvent<HTMLElement>): DropSide {
  const { top, height } = currentTarget.getBoundingClientRect();
  const part = (clientY - top) / height;
  if (part < 0.25) return 'before';
  return part > 0.75 ? 'after' : 'into';
}
