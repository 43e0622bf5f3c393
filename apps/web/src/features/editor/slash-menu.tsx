import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useState } from 'react';
import * as commands from './commands';
import { insertTable } from './table-commands';

export interface Choice {
  label: string;
  /** Further words by which it is found. */
  words: string;
  command: Command;
}

const choices: Choice[] = [
  { label: 'Heading 1', words: 'title section h1', command: commands.setHeading(1) },
  { label: 'Heading 2', words: 'subtitle h2', command: commands.setHeading(2) },
  { label: 'Heading 3', words: 'h3', command: commands.setHeading(3) },
  { label: 'Bullet list', words: 'unordered', command: commands.bulletList },
  { label: 'Numbered list', words: 'ordered', command: commands.orderedList },
  { label: 'Task list', words: 'todo checkbox', command: commands.taskList },
  { label: 'Hint', words: 'info callout note', command: commands.wrapInHint('info') },
  { label: 'Warning', words: 'hint callout caution', command: commands.wrapInHint('warning') },
  { label: 'Success', words: 'hint callout tip', command: commands.wrapInHint('success') },
  { label: 'Danger', words: 'hint callout error', command: commands.wrapInHint('danger') },
  { label: 'Quote', words: 'blockquote', command: commands.wrapInQuote },
  { label: 'Code block', words: 'snippet source', command: commands.setCode },
  { label: 'Divider', words: 'line rule', command: commands.insertDivider },
  { label: 'Tabs', words: '', command: commands.insertTabs },
  { label: 'Steps', words: 'stepper', command: commands.insertStepper },
  { label: 'Columns', words: 'layout', command: commands.insertColumns },
  { label: 'Table', words: 'grid rows columns', command: insertTable },
  { label: 'Expandable', words: 'details collapse accordion', command: commands.insertExpandable },
  { label: 'Diagram', words: 'mermaid chart', command: commands.insertDiagram },
  { label: 'Formula', words: 'math tex latex equation', command: commands.insertFormula },
];

/** What stands after a slash at the beginning of a paragraph; undefined where there is none. */
function queryOf({ selection: { $from, empty } }: EditorState): string | undefined {
  if (!empty || $from.parent.type.name !== 'paragraph') return undefined;
  return /^\/([\p{L}\p{N} ]{0,20})$/u.exec($from.parent.textBetween(0, $from.parentOffset))?.[1];
}

/** The menu of blocks, opened by a slash in an empty paragraph and used by keyboard. */
export function SlashMenu({ view, state, more }: { view: EditorView; state: EditorState; more: readonly Choice[] }) {
  const query = queryOf(state);
  const [selected, setSelected] = useState(0);
  const [dismissed, setDismissed] = useState<number>();
  const start = state.selection.$from.start();
  const found =
    query === undefined
      ? []
      : [...choices, ...more].filter(({ label, words }) =>
          `${label} ${words}`.toLowerCase().includes(query.toLowerCase()),
        );
  const isOpen = found.length > 0 && dismissed !== start && view.hasFocus();
  useEffect(() => setSelected(0), [query]);
  useEffect(() => {
    if (query === undefined) setDismissed(undefined);
  }, [query]);

  const choose = (command: Command) => {
    const { $from } = view.state.selection;
    view.dispatch(view.state.tr.delete($from.start(), $from.pos));
    view.focus();
    command(view.state, view.dispatch, view);
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown') setSelected((at) => (at + 1) % found.length);
      else if (event.key === 'ArrowUp') setSelected((at) => (at + found.length - 1) % found.length);
      else if (event.key === 'Enter' || event.key === 'Tab')
        choose(found[Math.min(selected, found.length - 1)]!.command);
      else if (event.key === 'Escape') setDismissed(start);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    view.dom.addEventListener('keydown', onKeyDown, true);
    return () => view.dom.removeEventListener('keydown', onKeyDown, true);
  });
  if (!isOpen) return null;
  const { left, bottom } = view.coordsAtPos(state.selection.from);
  return (
    <div className="menu slash-menu" role="listbox" aria-label="Blocks" style={{ left, top: bottom + 4 }}>
      {found.map(({ label, command }, index) => (
        <div
          key={label}
          role="option"
          aria-selected={index === selected}
          className="menu-item"
          data-highlighted={index === selected ? '' : undefined}
          onMouseDown={(event) => {
            event.preventDefault();
            choose(command);
          }}
        >
          {label}
        </div>
      ))}
    </div>
  );
}
