import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The entries of the history whose target was shown: a reader who goes back to one stays at the place that they had. */
const shown = new Set<string>();

/** The events of a reader who goes on alone: what comes later must not take the focus from them. */
const ofReader = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Scrolls to the part of a page that the address names once it is there, and gives it the focus. The router looks for it only
 * once, before the page is read. `pageId` is undefined until then.
 */
export function useHashTarget(pageId: string | undefined): void {
  const { hash = '', entry = '' } = useRouterState({
    select: ({ resolvedLocation }) => ({ hash: resolvedLocation?.hash, entry: resolvedLocation?.state.__TSR_key }),
    structuralSharing: true,
  });
  useEffect(() => {
    if (pageId === undefined || hash === '' || shown.has(entry)) return;
    const show = (): boolean => {
      const target = document.getElementById(hash);
      if (!target) return false;
      shown.add(entry);
      for (let around = target.closest('details'); around; around = around.parentElement?.closest('details') ?? null)
        around.open = true;
      target.scrollIntoView();
      if (target.tabIndex < 0) target.tabIndex = -1;
      target.focus({ preventScroll: true });
      return true;
    };
    if (show()) return;
    // Reusable content is read after its page.
    const observer = new MutationObserver(() => {
      if (show()) end();
    });
    const end = () => {
      observer.disconnect();
      for (const type of ofReader) removeEventListener(type, end);
    };
    observer.observe(document.body, { childList: true, subtree: true });
    for (const type of ofReader) addEventListener(type, end);
    return end;
  }, [pageId, hash, entry]);
}
