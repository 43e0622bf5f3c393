let last: HTMLElement | undefined;

// Menus and dialogs come and go: what had the focus before them is where it returns.
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest('[role=dialog], [role=menu]')) last = target;
});

/** What had the focus last outside dialogs and menus. */
export const lastFocus = (): HTMLElement | undefined => last;

/** Gives the focus to an element, or to the content of the screen where the element is gone. */
export function returnFocus(element: HTMLElement | undefined): void {
  const target = element?.isConnected ? element : document.getElementById('main');
  target?.focus();
}
