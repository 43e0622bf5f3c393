import type { Command } from 'prosemirror-state';
import type { KeyboardEvent } from 'react';

const tools = 'button:not(:disabled)';

/** From the text to the tools above it. */
export const goToToolbar: Command = (_state, _dispatch, view) => {
  const first = view?.dom.closest('.editor')?.querySelector<HTMLElement>(`[role=toolbar] ${tools}`);
  first?.focus();
  return first !== undefined && first !== null;
};

/** Goes from tool to tool with the arrow keys, as in other toolbars, and back to the text with Escape. */
export function moveInToolbar(event: KeyboardEvent<HTMLElement>, leave: () => void): void {
  const { key, currentTarget, target, altKey, ctrlKey, metaKey } = event;
  // Menus and dialogs that a tool opens have keys of their own.
  if (altKey || ctrlKey || metaKey || !currentTarget.contains(target as Element)) return;
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>(tools)];
  const at = buttons.indexOf(target as HTMLElement);
  const next: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
  if (key === 'Escape') leave();
  else if (Object.hasOwn(next, key)) buttons.at(next[key]! % buttons.length)?.focus();
  else return;
  event.preventDefault();
}
