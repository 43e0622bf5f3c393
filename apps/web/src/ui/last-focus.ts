let last: HTMLElement | undefined;

// Menus, dialogs and notices come and go; the focus returns to the element that had it before them.
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest('[role=dialog], [role=menu], .notices')) last = target;
});

/** The last element outside dialogs, menus and notices that had the focus. */
export const lastFocus = (): HTMLElement | undefined => last;

/** Gives the focus to an element, or to the content of the screen where the element is gone. */
export function returnFocus(element: HTMLElement | undefined): void {
  const target = element?.isConnected ? element : document.getElementById('main');
  target?.focus();
}
