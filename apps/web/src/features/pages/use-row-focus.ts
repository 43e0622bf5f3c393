import { useEffect, useRef, useState } from 'react';
import type { TreeRow } from './tree-rows';

interface RowFocus {
  /** The row that the Tab key reaches: the last one with the focus, else that of the open page, else the first. */
  at: number;
  /** Gives the focus to the row of a page as soon as it is there. */
  on(page: string): void;
  /** Says that a row has got the focus. */
  follow(page: string): void;
}

/** One row of a tree has the focus, or gets it by the Tab key; the arrow keys go to the others. */
export function useRowFocus(rows: readonly TreeRow[], current: number): RowFocus {
  const [active, setActive] = useState<string>();
  const wanted = useRef<string>(undefined);
  const found = active === undefined ? -1 : rows.findIndex(({ page }) => page.id === active);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = document.querySelector<HTMLElement>(`[role=treeitem][data-page="${CSS.escape(wanted.current)}"]`);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });
  return {
    at: found >= 0 ? found : Math.max(current, 0),
    on: (page) => {
      wanted.current = page;
      setActive(page);
    },
    follow: setActive,
  };
}
