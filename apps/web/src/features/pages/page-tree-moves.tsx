import { useState, type DragEvent, type HTMLAttributes, type KeyboardEvent } from 'react';
import type { RevisionPage } from '../../api/contracts';
import { useNotices } from '../../ui/notices';
import type { PagePlace } from './page-links';
import { dropOf, stepOf, type Direction, type DropSide, type PageMove } from './page-moves';
import { usePageChanges } from './use-page-changes';

/** Lets the row of a page be dragged, dropped on, and moved with Alt and the arrow keys. */
export type RowMoves = (page: RevisionPage) => HTMLAttributes<HTMLDivElement>;

const directions: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

/** Moves pages in their tree; `onMoved` is told the page and the one above it. */
export function usePageMoves(
  pages: readonly RevisionPage[],
  place: PagePlace,
  onMoved: (page: string, above: string | null) => void,
): RowMoves {
  const changes = usePageChanges(place);
  const notices = useNotices();
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<{ page: string; side: DropSide }>();

  const move = (page: string, to: PageMove | undefined) => {
    if (!to) return;
    changes.mutate([{ operation: 'update_page', page, ...to }], {
      onSuccess: () => onMoved(page, to.into),
      onError: (error) => notices.error(error),
    });
  };
  const end = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  return ({ id }) => ({
    draggable: true,
    onKeyDown: (event: KeyboardEvent) => {
      const direction = event.altKey ? directions[event.key] : undefined;
      if (!direction) return;
      event.preventDefault();
      move(id, stepOf(pages, id, direction));
    },
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', id);
      setDragged(id);
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      const side = sideOf(event);
      if (!dragged || !dropOf(pages, dragged, id, side)) return;
      event.preventDefault();
      if (over?.page !== id || over.side !== side) setOver({ page: id, side });
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      if (dragged) move(dragged, dropOf(pages, dragged, id, sideOf(event)));
      end();
    },
    onDragEnd: end,
    ...{ 'data-drop': over?.page === id ? over.side : undefined },
  });
}

/** The upper part of a row is before it, the lower part after it, and the middle below it. */
function sideOf({ clientY, currentTarget }: DragEvent<HTMLElement>): DropSide {
  const { top, height } = currentTarget.getBoundingClientRect();
  const part = (clientY - top) / height;
  if (part < 0.3) return 'before';
  return part > 0.7 ? 'after' : 'below';
}
