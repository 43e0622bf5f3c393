import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { TreeRow } from './tree-rows';

/** Pixels, as the style sheet has them. */
const [pageHeight, groupHeight] = [32, 40];
/** Pixels that the search field may hide at the top. */
const hidden = 40;

interface VisibleRows {
  tree: RefObject<HTMLDivElement | null>;
  /** Pixels of the whole tree. */
  height: number;
  perScreen: number;
  items: { index: number; top: number }[];
}

/**
 * The rows of a tree that are in view where it scrolls with what surrounds it, and those that must stay: that with the focus.
 * Scrolls to the row that got the focus, and to that of the page that was opened.
 */
export function useVisibleRows(rows: readonly TreeRow[], focused: number, current: number): VisibleRows {
  const tree = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState<number>();
  // Elements above the tree come and go.
  useLayoutEffect(() => setAbove(tree.current?.offsetTop ?? 0));
  const rowKey = useCallback((index: number) => rows[index]!.page.id, [rows]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => tree.current?.closest<HTMLElement>('.sidebar-scroll') ?? null,
    estimateSize: (index) => (rows[index]!.page.type === 'group' ? groupHeight : pageHeight),
    getItemKey: rowKey,
    overscan: 8,
    scrollMargin: above ?? 0,
    scrollPaddingStart: hidden,
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return seen.includes(focused) ? seen : [...seen, focused].sort((a, b) => a - b);
    },
  });
  // Before it is known where the tree begins, its first row would be scrolled to the top, over what stands above the tree.
  const isPlaced = above !== undefined;
  useEffect(() => {
    if (isPlaced && rows[focused]) virtualizer.scrollToIndex(focused);
  }, [rows[focused]?.page.id, isPlaced]);
  useEffect(() => {
    if (isPlaced && rows[current]) virtualizer.scrollToIndex(current);
  }, [rows[current]?.page.id, above]);
  return {
    tree,
    height: virtualizer.getTotalSize(),
    perScreen: Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? 0) / pageHeight) - 1),
    items: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start - (above ?? 0) })),
  };
}
